// Starts the lesson program; reports a failure as text (src/web/browser/workers/messages.rs).
import('./lesson.js')
  .then((program) => program.default())
  .catch((error) => postMessage(`${error}`));
