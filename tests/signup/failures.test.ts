import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { failureOf, StepFailure } from '../../client/account/signup/parts.tsx';
import { ApiError } from '../../client/device/http.ts';

const FALLBACK = 'Failed to load subscription plans. Please refresh the page.';

const linesOf = (error: unknown): string[] => {
  const html = renderToStaticMarkup(createElement(StepFailure, { failure: failureOf(error, FALLBACK) }));
  return [...html.matchAll(/<p[^>]*>([^<]*)<\/p>/g)].map(([, text = '']) => text);
};

test('[SIGNUP-08, SIGNUP-09, SIGNUP-53] what the server says stands one sentence a line; without a sentence, or an answer, the step’s stands', () => {
  const errors = [
    { path: 'plan', msg: 'First sentence.' },
    { path: 'other', msg: 'Second sentence.' },
  ];
  expect(linesOf(new ApiError(400, 'No', 'No', errors))).toEqual(['First sentence.', 'Second sentence.']);
  expect(linesOf(new ApiError(409, 'Taken', 'Taken'))).toEqual(['Taken']);
  expect(linesOf(new ApiError(500, 'Error 500'))).toEqual([FALLBACK]);
  expect(linesOf(new ApiError(0, 'No answer'))).toEqual([FALLBACK, expect.stringMatching(/\w/)]);
});
