// Starts the programs of the page, and says so when one of them cannot start or has stopped.
// In plain JavaScript and without a framework, because no program may be left to say it.
(() => {
  // The build writes the hash of what a file holds into its name (scripts/hash-names.js).
  const FILES = {
    app: ['app.js', 'app_bg.wasm'],
    chart: ['chart.js', 'chart_bg.wasm'],
    study: ['study.js', 'study_bg.wasm'],
    worker: ['start_worker.js', 'worker.js', 'worker_bg.wasm'],
    lesson: ['start_lesson.js', 'lesson.js', 'lesson_bg.wasm'],
  };
  /** What a file that cannot be fetched is most often due to. */
  const GONE = 'the server cannot be reached';
  const starts = {};
  const running = {};
  const workers = { app: new Set(), study: new Set() };
  const place = { app: () => document.body, study: () => document.getElementById('study') };
  let forbidden = '';

  addEventListener('securitypolicyviolation', (event) => {
    forbidden = event.effectiveDirective;
  });

  /** Fetches a program and runs it; fails with the reason in words. */
  async function start(name) {
    const again = starts[name] ?? 0;
    starts[name] = again + 1;
    // Under another address it gets memory of its own, and is asked for even if it failed before.
    const at = (file) => new URL(again ? `${file}?${again}` : file, document.baseURI).href;
    const [script, wasm] = FILES[name];
    running[name] = [at(script), at(wasm)];
    try {
      const program = await import(at(script));
      await program.default({ module_or_path: at(wasm) });
      return program;
    } catch (error) {
      throw new Error(await why(name, `${error}`));
    }
  }

  /** Why a program did not start, and what to do about it. */
  async function why(name, error) {
    if (location.protocol === 'file:') {
      return 'a browser starts no program from a file; serve the folder, as scripts/serve does, and open the address http://… that it gives';
    }
    if (typeof WebAssembly !== 'object') {
      return 'WebAssembly is switched off or missing in this browser; switch it on, or use another browser';
    }
    // What a policy forbids is told after what failed for it.
    await new Promise((later) => setTimeout(later));
    for (const file of FILES[name]) {
      let answer;
      try {
        answer = await fetch(new URL(file, document.baseURI), { cache: 'no-store' });
        answer.body?.cancel();
      } catch {
        if (forbidden) break;
        return `${GONE}: ${location.host} does not answer; try again once the server runs and you are online`;
      }
      // Some servers answer with a page of their own instead of 404.
      const isPage = answer.headers.get('content-type')?.startsWith('text/html');
      if (!answer.ok || isPage) {
        const status = answer.ok ? '' : ` (status ${answer.status})`;
        return `${location.host} has no file ${file}${status}; reload the page to get the version that is there now, or build it again and copy all of dist/`;
      }
    }
    if (forbidden || /content security policy|\bCSP\b/i.test(error)) {
      return `the server's Content-Security-Policy forbids it (${forbidden || 'script-src'}); script-src must allow 'self' and 'wasm-unsafe-eval', worker-src and connect-src 'self'`;
    }
    if (/CompileError|LinkError/.test(error)) {
      return `its file is damaged or this browser is too old for it (${line(error)}); reload the page, or use a current browser`;
    }
    return `it failed while it started (${line(error)}); try again`;
  }

  /** The first line of what a program said, not too long. */
  function line(reason) {
    const [first, second = ''] = reason.split('\n');
    // Panics have their place in the first line.
    const text = first.startsWith('panicked at') ? second || first : first;
    return text.length > 200 ? `${text.slice(0, 200)}…` : text;
  }

  /** Says that a program has stopped, once, and offers to start it again. */
  function stopped(name, reason) {
    if (!running[name]) return;
    delete running[name];
    starts[name] += 1;
    for (const worker of workers[name]) release(worker);
    if (name === 'study') {
      const text = `What you entered is in the address; what was simulated has to be simulated again. The reason: ${line(reason)}`;
      tell('study', 'Papers and experiments stopped unexpectedly', text, [['Start again', study]]);
    } else {
      const text = `What you entered is in the address and comes back with it. The reason: ${line(reason)}`;
      const afresh = () => {
        history.replaceState(null, '', location.pathname + location.search);
        location.reload();
      };
      const ways = [['Start again', () => location.reload()], ['Start at Home', afresh]];
      tell('app', 'Flitscope stopped unexpectedly', text, ways, 'main');
    }
  }

  /** Puts a message with buttons over the place of a program, which nobody can use any more. */
  function tell(name, title, text, buttons, tag = 'div') {
    const make = (tag, ...parts) => {
      const element = document.createElement(tag);
      element.append(...parts);
      return element;
    };
    // Where the page's own can be used no more, this takes their place.
    const words = make('div', make(tag === 'main' ? 'h1' : 'h2', title), make('p', text));
    words.setAttribute('role', 'alert');
    const ways = buttons.map(([label, act]) => {
      const button = make('button', label);
      button.addEventListener('click', act);
      return button;
    });
    const box = make(tag, words, make('span', ...ways));
    box.className = 'problems stopped';
    const of = place[name]();
    for (const child of of.children) child.inert = true;
    of.prepend(box);
    box.scrollIntoView({ block: 'nearest' });
  }

  /** Fetches a style sheet, unless it is there; without it everything can still be read. */
  function dress(sheet) {
    if (document.querySelector(`link[href="${sheet}"]`)) return Promise.resolve();
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = sheet;
    document.head.append(link);
    return new Promise((done) => {
      link.onload = done;
      link.onerror = () => done(link.remove());
    });
  }

  /** Starts papers and laboratory in their place, for the first time or again. */
  async function study() {
    const of = place.study();
    // The first child is the page's, which says that they are on their way.
    const [waiting] = of.querySelectorAll(':scope > [role=status]');
    waiting.inert = waiting.hidden = false;
    of.replaceChildren(waiting);
    try {
      await dress('study.css');
      await start('study');
    } catch (error) {
      if (running.study) tell('study', 'Papers and experiments cannot start', `The reason: ${error.message}.`, [['Try again', study]]);
    }
    waiting.hidden = true;
  }

  /** A worker of a program, which ends with it: one that simulates, or the one of lessons. */
  function worker(of, kind = 'worker') {
    const worker = new Worker(FILES[kind][0], { type: 'module' });
    workers[of].add(worker);
    return worker;
  }

  function release(worker) {
    worker.terminate();
    // What it said before may still be on its way to somebody who is gone.
    worker.onmessage = worker.onerror = null;
    for (const set of Object.values(workers)) set.delete(worker);
  }

  // What no program could say itself: memory or stack at an end, an exception of the browser's.
  function heard(event) {
    const error = event.error ?? event.reason;
    // It was not even called.
    if (/closure invoked/.test(error?.message)) return;
    const trace = `${error?.stack ?? ''}`;
    // The innermost is named first.
    const places = Object.keys(place).map((name) => [trace.indexOf(`${running[name]?.[1]}:`), name]);
    const [found] = places.filter(([at]) => at >= 0).sort(([a], [b]) => a - b);
    const isUnnamed = error instanceof WebAssembly.RuntimeError && !trace.includes('_bg');
    if (found || isUnnamed) stopped(found?.[1] ?? 'app', `${error}`);
  }
  addEventListener('error', heard);
  addEventListener('unhandledrejection', heard);

  /** Which start of a program this is, which is no longer so once it has stopped. */
  const turn = (name) => starts[name];

  globalThis.flitscope = { start, study, stopped, turn, why, worker, release };

  start('app').catch((error) => {
    const shell = document.getElementById('shell');
    if (!shell || !running.app) return;
    document.getElementById('loading').remove();
    place.app = () => shell;
    tell('app', 'Flitscope cannot start', `The reason: ${error.message}.`, [['Try again', () => location.reload()]]);
    for (const child of shell.children) child.inert = false;
  });
})();
