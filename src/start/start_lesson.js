// Starts the lesson program; reports a failure in the format of the program's own messages.
import('./lesson.js')
  .then((program) => program.default())
  .catch((error) => postMessage(`failed why=${encodeURIComponent(error)}`));
