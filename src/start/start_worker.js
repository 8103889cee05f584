// Starts the program of a worker; if that fails, says so as the program would.
import('./worker.js')
  .then((program) => program.default())
  .catch((error) => postMessage(`${error}`));
