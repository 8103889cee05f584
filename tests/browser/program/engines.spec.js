// The core of the page in the two other engines: what a person does first works in each of them, too.
import { test } from '@playwright/test';
import { FIRST, FURTHER, fulfils } from './engines/core.js';
import { firefox } from './engines/firefox.js';
import { webkit } from './engines/webkit.js';

for (const [engine, start] of Object.entries({ firefox, webkit })) {
  test(`${engine} opens a link, steps, and measures`, ({ baseURL }) => fulfils(start, baseURL, FIRST));

  test(`${engine} plays, presents, and shows a lesson and a paper`, { tag: '@all' }, ({ baseURL }) => fulfils(start, baseURL, FURTHER));
}
