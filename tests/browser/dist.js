// The built page that is tested: the folder FLITSCOPE_DIST, or dist/ of this checkout.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A folder as it was typed: npm runs its scripts elsewhere than where it was called. */
export const folder = (typed) => resolve(process.env.INIT_CWD ?? '.', typed);

export const dist = process.env.FLITSCOPE_DIST
  ? folder(process.env.FLITSCOPE_DIST)
  : fileURLToPath(new URL('../../dist', import.meta.url));
