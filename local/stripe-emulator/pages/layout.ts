import { Html, html } from './html.ts';

type Field = {
  name: string;
  label: string;
  value?: string;
  type?: string;
  inputmode?: string;
  autocomplete?: string;
  placeholder?: string;
  wrong?: boolean;
};

export const layout = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body><main>${body}</main>
<footer>Test mode: no money moves. <a href="https://docs.stripe.com/testing">Test cards</a></footer>
<script>${new Html(ONCE)}</script>
</body>
</html>`.text;

export const field = ({ name, label, value = '', type = 'text', wrong, ...rest }: Field): Html => html`
<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}"${wrong ? new Html(' aria-invalid="true"') : ''}
${attributes(rest)}>
</div>`;

export const alert = (message: string | undefined): Html => (message ? html`<p role="alert">${message}</p>` : html``);

const attributes = (values: Record<string, string | undefined>) =>
  Object.entries(values).map(([name, value]) => value !== undefined && html`${new Html(name)}="${value}" `);

/** A second press on the way does nothing; a page taken out of the back-forward cache works again. */
const ONCE = `
addEventListener('submit', (event) => {
  if (event.target.dataset.sent) return event.preventDefault();
  event.target.dataset.sent = 'yes';
});
addEventListener('pageshow', () => document.querySelectorAll('form').forEach((form) => delete form.dataset.sent));`;

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1d21; --dim: #5c626c; --line: #d5d8de; --paper: #f6f7f9; --card: #fff; --act: #4f46c8; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef1; --dim: #a2a8b3; --line: #3a3f48; --paper: #15171b; --card: #1e2126; --act: #6f66ea; --bad: #ff9c94; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 0 auto; padding: 1.5rem 1rem 2rem; }
@media (min-width: 48rem) { .sides { display: grid; grid-template-columns: 1fr 1fr; gap: 3rem; align-items: start; } main:has(.sides) { max-width: 56rem; padding-top: 4rem; } }
h1 { font-size: 1.1rem; margin: 0 0 .25rem; } h2 { font-size: 1rem; margin: 0 0 .75rem; }
.amount { font-size: 2.25rem; font-weight: 650; line-height: 1.2; font-variant-numeric: tabular-nums; margin: 0 0 1rem; }
.dim { color: var(--dim); } .items { list-style: none; margin: 0 0 1.5rem; padding: 0; }
.items li { display: flex; justify-content: space-between; gap: 1rem; padding: .6rem 0; border-top: 1px solid var(--line); font-variant-numeric: tabular-nums; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem; }
.field { margin-bottom: .9rem; } label { display: block; font-size: .875rem; font-weight: 550; margin-bottom: .25rem; }
input:not([type=radio]) { width: 100%; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .6rem .75rem; min-height: 44px; }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 2px solid var(--act); outline-offset: 2px; }
input[aria-invalid] { border-color: var(--bad); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
fieldset { border: 0; margin: 0 0 1rem; padding: 0; display: grid; grid-template-columns: 2fr 3fr; gap: .75rem; } legend { font-size: .875rem; font-weight: 550; margin-bottom: .25rem; padding: 0; }
fieldset label { display: flex; gap: .5rem; align-items: center; margin: 0; border: 1px solid var(--line); border-radius: 6px; padding: .6rem .75rem; min-height: 44px; }
fieldset label:has(:checked) { border-color: var(--act); box-shadow: inset 0 0 0 1px var(--act); } input[type=radio] { accent-color: var(--act); margin: 0; }
form:has([value=us_bank_account]:checked) .for-card, form:has([value=card]:checked) .for-bank { display: none; }
button { width: 100%; min-height: 46px; font: inherit; font-weight: 600; border-radius: 6px; border: 1px solid var(--act); background: var(--act); color: #fff; cursor: pointer; }
form.card > h1, main > h1 { margin-bottom: .75rem; } .card .items { margin-bottom: 0; }
fieldset.stack { grid-template-columns: 1fr; } .stack label { justify-content: space-between; } .stack .dim { font-weight: 400; } .stack label > :first-child { flex: 1; display: flex; gap: .5rem; align-items: center; }
section.card { margin-bottom: 1rem; } select, textarea { width: 100%; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .6rem .75rem; min-height: 44px; }
a.button { display: flex; min-height: 46px; align-items: center; justify-content: center; font-weight: 600; border: 1px solid var(--line); border-radius: 6px; margin-top: .75rem; text-decoration: none; }
button.plain { background: transparent; color: inherit; border-color: var(--line); margin-top: .75rem; }
a { color: inherit; } .back { display: inline-block; margin-bottom: 1rem; color: var(--dim); }
[role=alert] { margin: 0 0 1rem; padding: .6rem .75rem; border: 1px solid var(--bad); border-radius: 6px; color: var(--bad); }
footer { text-align: center; color: var(--dim); font-size: .8125rem; padding: 0 1rem 2rem; }`;
