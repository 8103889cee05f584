// Connects a lesson with the learning platform that opens this page: finds the platform's interface (SCORM 1.2 or 2004),
// gives the lesson the record that the platform has kept, and reports the record, the completion and the score after
// every answer. Without a platform, the lesson works by itself.
(() => {
  const { scorm, lesson, address, pass } = document.body.dataset;
  const frame = document.getElementById('lesson');

  /** Functions and elements of the two editions, and the longest text that a platform must keep [characters]. */
  const OF = {
    1.2: {
      api: 'API',
      calls: ['LMSInitialize', 'LMSGetValue', 'LMSSetValue', 'LMSCommit', 'LMSFinish', 'LMSGetLastError', 'LMSGetErrorString'],
      student: ['cmi.core.student_name', 'cmi.core.student_id'],
      mode: 'cmi.core.lesson_mode',
      location: 'cmi.core.lesson_location',
      score: 'cmi.core.score',
      exit: 'cmi.core.exit',
      time: 'cmi.core.session_time',
      mastery: 'cmi.student_data.mastery_score',
      most: 4096,
    },
    2004: {
      api: 'API_1484_11',
      calls: ['Initialize', 'GetValue', 'SetValue', 'Commit', 'Terminate', 'GetLastError', 'GetErrorString'],
      student: ['cmi.learner_name', 'cmi.learner_id'],
      mode: 'cmi.mode',
      location: 'cmi.location',
      score: 'cmi.score',
      exit: 'cmi.exit',
      time: 'cmi.session_time',
      mastery: 'cmi.scaled_passing_score',
      most: 64_000,
    },
  }[scorm];
  const [INITIALIZE, GET, SET, COMMIT, FINISH, LAST_ERROR, ERROR_STRING] = OF.calls;
  const is12 = scorm === '1.2';

  /** Returns the interface in a window or one around it. */
  function found(start) {
    let at = start;
    for (let depth = 0; at && depth < 500; depth += 1) {
      try {
        if (at[OF.api]) return at[OF.api];
      } catch {
        // A window of another origin, around which there may be one of this origin.
      }
      if (at.parent === at) break;
      at = at.parent;
    }
    return undefined;
  }

  const sentences = new Map();

  /** Shows a sentence above the lesson, in place of one about the same thing; without a sentence, removes that. */
  function tell(about, sentence) {
    if (sentence) sentences.set(about, sentence);
    else sentences.delete(about);
    const told = document.getElementById('told');
    told.hidden = sentences.size === 0;
    told.textContent = [...sentences.values()].join(' ');
  }

  const api = found(window) ?? found(window.opener);
  const begun = Date.now();
  let isOpen = false;

  /** Tells of a call that the platform refused. */
  function refused(call, about) {
    const number = api[LAST_ERROR]();
    const why = api[ERROR_STRING](number) || 'no reason given';
    tell(about, `The learning platform refused ${call} (error ${number}: ${why}).`);
    return false;
  }

  const get = (element) => String(api[GET](element) ?? '');

  function set(element, value) {
    // Some platforms return a boolean instead of a text.
    const isSet = String(api[SET](element, String(value))) === 'true';
    if (isSet) tell(element);
    return isSet || refused(`${element} = ${String(value).slice(0, 40)}`, element);
  }

  function commit() {
    set(OF.time, duration((Date.now() - begun) / 1000));
    if (String(api[COMMIT]('')) === 'true') tell(COMMIT);
    else refused('to store the record', COMMIT);
  }

  /** Writes a time [s] as HHHH:MM:SS, or in the form of ISO 8601. */
  function duration(seconds) {
    const all = Math.floor(seconds);
    const parts = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
    if (!is12) return `PT${parts[0]}H${parts[1]}M${parts[2]}S`;
    return parts.map((part) => String(part).padStart(2, '0')).join(':');
  }

  /** The share of right tasks from which a lesson is passed [%], if there is one; that of the platform comes first. */
  function mark() {
    const given = get(OF.mastery);
    if (given !== '' && Number.isFinite(Number(given))) return Number(given) * (is12 ? 1 : 100);
    return pass === '' ? undefined : Number(pass);
  }

  /** Reports completion and success, which a later visit never takes back. */
  function reportStatus({ done }, score) {
    const limit = mark();
    const isPassed = limit !== undefined && score >= limit;
    if (is12) {
      const before = get('cmi.core.lesson_status');
      let now = 'incomplete';
      if (done) now = limit === undefined ? 'completed' : isPassed ? 'passed' : 'failed';
      const order = ['incomplete', 'failed', 'completed', 'passed'];
      if (order.indexOf(now) > order.indexOf(before)) set('cmi.core.lesson_status', now);
      return;
    }
    if (get('cmi.completion_status') !== 'completed') set('cmi.completion_status', done ? 'completed' : 'incomplete');
    if (done && limit !== undefined && get('cmi.success_status') !== 'passed') {
      set('cmi.success_status', isPassed ? 'passed' : 'failed');
    }
  }

  function reportScore({ tasks, answered, right }) {
    if (tasks === 0) return 100;
    const before = Number(get(`${OF.score}.raw`)) || 0;
    const score = Math.max(before, Math.round((100 * right) / tasks));
    set(`${OF.score}.min`, 0);
    set(`${OF.score}.max`, 100);
    set(`${OF.score}.raw`, score);
    if (!is12) {
      set(`${OF.score}.scaled`, score / 100);
      set('cmi.progress_measure', answered / tasks);
    }
    return score;
  }

  /** Reports the record of the lesson. */
  function report(record) {
    set(OF.location, record.step);
    if (record.record !== null) set('cmi.suspend_data', record.record);
    const room = `The learning platform keeps at most ${OF.most.toLocaleString('en')} characters of a lesson.`;
    let left;
    if (record.record === null) left = `${room} Your answers are longer, so that the last ones are not there on your next visit; the score is reported.`;
    else if (!record.complete) left = `${room} It keeps your answers, but not what you have not handed in, such as unfinished code.`;
    tell('room', left);
    reportStatus(record, reportScore(record));
    commit();
  }

  const isReported = () => isOpen && !['browse', 'review'].includes(get(OF.mode));

  function ask(request) {
    frame.contentWindow.postMessage({ flitscope: 1, ...request }, location.origin);
  }

  /** Gives the lesson the record that the platform has kept, and the name of its student; without one, the id. */
  function resume(record) {
    const student = OF.student.map(get).find((name) => name.trim() !== '') ?? '';
    ask({ type: 'record', id: record, lesson, record, most: OF.most, student });
  }

  function finish() {
    if (!isOpen) return;
    if (isReported()) commit();
    isOpen = false;
    api[FINISH]('');
  }

  if (!api) {
    tell('api', 'No learning platform has opened this page, so nothing is reported. The lesson works, and this browser keeps your answers.');
  } else if (String(api[INITIALIZE]('')) !== 'true') {
    refused('to begin', 'api');
  } else {
    isOpen = true;
    if (isReported()) set(OF.exit, 'suspend');
    addEventListener('message', ({ source, data }) => {
      if (source !== frame.contentWindow || data?.flitscope !== 1) return;
      if (data.type === 'ready') resume(get('cmi.suspend_data'));
      if (data.type === 'record' && isReported()) report(data);
      if (data.type === 'error' && data.id) {
        tell('record', `The record that the learning platform has kept cannot be restored, and the lesson begins anew (${data.message}).`);
        resume('');
      }
    });
    addEventListener('pagehide', finish);
    // A page that the browser shows again has ended its session.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) location.reload();
    });
  }
  frame.src = `flitscope.html${address}`;
})();
