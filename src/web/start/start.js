// Starts the programs of the page, and reports when one of them cannot start or has stopped.
// Plain JavaScript without a framework, because no program may be left to report it.
(() => {
  // FILES and LIBRARY_SHEET are names of files; the build knows them (scripts/bundle.mjs).
  /** The most frequent reason why a file cannot be fetched. */
  const GONE = 'the server cannot be reached';
  let isRunning = false;
  const workers = new Set();
  let place = document.body;
  let forbidden = '';

  addEventListener('securitypolicyviolation', (event) => {
    forbidden = event.effectiveDirective;
  });

  /** Fetches and runs the page's program; rejects with the reason in words. */
  async function start() {
    const [script, wasm] = FILES.app.map((file) => new URL(file, document.baseURI).href);
    isRunning = true;
    try {
      const program = await import(script);
      await program.default({ module_or_path: wasm });
    } catch (error) {
      throw new Error(await why('app', `${error}`));
    }
  }

  /** Returns why a program did not start, and what to do about it. */
  async function why(name, error) {
    const isInOneFile = FILES[name][0].startsWith('blob:');
    if (location.protocol === 'file:' && !isInOneFile) {
      return 'browsers do not start programs from a folder; open flitscope.html, which has everything in it, or serve the folder, as scripts/serve does';
    }
    if (typeof WebAssembly !== 'object') {
      return 'WebAssembly is disabled or missing in this browser; enable it, or use another browser';
    }
    // The event of a policy violation follows the failure that it causes.
    await new Promise((later) => setTimeout(later));
    // In one file, nothing is fetched.
    for (const file of isInOneFile ? [] : FILES[name]) {
      let answer;
      try {
        answer = await fetch(new URL(file, document.baseURI), { cache: 'no-store' });
        answer.body?.cancel();
      } catch {
        if (forbidden) break;
        return `${GONE}: ${location.host} does not answer; try again once the server is running and you are online`;
      }
      // Some servers return an HTML page instead of status 404.
      const isPage = answer.headers.get('content-type')?.startsWith('text/html');
      if (!answer.ok || isPage) {
        const status = answer.ok ? '' : ` (status ${answer.status})`;
        return `${location.host} has no file ${file}${status}; reload the page to get the current version, or build it again and copy all of dist/`;
      }
    }
    if (forbidden || /content security policy|\bCSP\b/i.test(error)) {
      return `the server's Content-Security-Policy forbids it (${forbidden || 'script-src'}); script-src must allow 'self' and 'wasm-unsafe-eval', worker-src and connect-src 'self'`;
    }
    if (/CompileError|LinkError/.test(error)) {
      return `its file is damaged or this browser is too old for it (${line(error)}); reload the page, or use a current browser`;
    }
    return `it failed while starting (${line(error)}); try again`;
  }

  /** Returns the first informative line of an error message, truncated to 200 characters. */
  function line(reason) {
    const [first, second = ''] = reason.split('\n');
    // The first line of a panic message contains only its source location.
    const text = first.startsWith('panicked at') ? second || first : first;
    return text.length > 200 ? `${text.slice(0, 200)}…` : text;
  }

  /** Reports, once, that the program has stopped, and offers to restart it. */
  function stopped(reason) {
    if (!isRunning) return;
    isRunning = false;
    for (const worker of workers) release(worker);
    const text = `Your settings are in the address and will be restored. The reason: ${line(reason)}`;
    const afresh = () => {
      history.replaceState(null, '', location.pathname + location.search);
      location.reload();
    };
    const ways = [['Start again', () => location.reload()], ['Start at Home', afresh]];
    tell('Flitscope stopped unexpectedly', text, ways, 'main');
  }

  /** Shows a message with buttons above the page, and makes its content inert. */
  function tell(title, text, buttons, tag = 'div') {
    const make = (tag, ...parts) => {
      const element = document.createElement(tag);
      element.append(...parts);
      return element;
    };
    // If the whole page is inert, the message has to provide its own `main` and `h1`.
    const words = make('div', make(tag === 'main' ? 'h1' : 'h2', title), make('p', text));
    words.setAttribute('role', 'alert');
    const ways = buttons.map(([label, act]) => {
      const button = make('button', label);
      button.addEventListener('click', act);
      return button;
    });
    const box = make(tag, words, make('span', ...ways));
    box.className = 'problems stopped';
    for (const child of place.children) child.inert = true;
    place.prepend(box);
    box.scrollIntoView({ block: 'nearest' });
  }

  /** Loads the style sheet of papers and experiments, unless it is loaded; a failure is ignored, since the text stays readable. */
  function librarySheet() {
    if (document.querySelector(`link[href="${LIBRARY_SHEET}"]`)) return Promise.resolve();
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = LIBRARY_SHEET;
    document.head.append(link);
    return new Promise((done) => {
      link.onload = done;
      link.onerror = () => done(link.remove());
    });
  }

  /** Starts a simulation or lesson worker, which is terminated when the program stops. */
  function worker(kind) {
    const worker = new Worker(FILES[kind][0]);
    workers.add(worker);
    return worker;
  }

  function release(worker) {
    worker.terminate();
    // Messages that it posted before may still arrive, when their handlers no longer exist.
    worker.onmessage = worker.onerror = null;
    workers.delete(worker);
  }

  // Handles failures that no program can report itself: exhausted memory or stack, exceptions of the browser.
  function onError(event) {
    const error = event.error ?? event.reason;
    // A call into a dropped closure did not reach the program.
    if (/closure invoked/.test(error?.message)) return;
    const trace = `${error?.stack ?? ''}`;
    const isNamed = trace.includes(`${FILES.app[1]}:`);
    const isUnnamed = error instanceof WebAssembly.RuntimeError && !trace.includes('_bg');
    if (isNamed || isUnnamed) stopped(`${error}`);
  }
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onError);

  globalThis.flitscope = { isRunning: () => isRunning, librarySheet, stopped, why, worker, release };

  start().catch((error) => {
    const shell = document.getElementById('shell');
    if (!shell || !isRunning) return;
    document.getElementById('loading').remove();
    place = shell;
    tell('Flitscope cannot start', `The reason: ${error.message}.`, [['Try again', () => location.reload()]]);
    for (const child of shell.children) child.inert = false;
  });
})();
