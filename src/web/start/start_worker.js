// Starts the simulation worker; reports a failure as text (src/web/browser/workers/messages.rs).
import('./worker.js')
  .then((program) => program.default())
  .catch((error) => postMessage(`${error}`));
