// Starts the program of lessons; if that fails, says so as the program would.
import('./lesson.js')
  .then((program) => program.default())
  .catch((error) => postMessage(`failed why=${encodeURIComponent(error)}`));
