import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RICH_LIMIT } from '../../schema/inputs.ts';
import { isBlank, RICH_TAGS } from '../../schema/rich-text.ts';
import { Refusal } from '../../sync/tx.ts';
import { sanitizeRich } from '../../worker/services/sanitize.ts';
import { runs } from '../support/runs.ts';

/** Nothing but bare allowed tags and text without angle brackets. */
const HARMLESS = new RegExp(`^(?:</?(?:${RICH_TAGS.join('|')})>|<br />|[^<>])*$`);

const SCRIPT = 'alert(1)';
const TAGS =
  `a abbr audio base body button canvas details dialog div embed font form frame frameset iframe image img input isindex keygen
  link marquee math meta object p picture script select source span strong style svg table td template textarea title video xmp x-own`
    .trim()
    .split(/\s+/);
const HANDLERS =
  `onabort onanimationstart onauxclick onbeforetoggle onblur onclick oncontentvisibilityautostatechange onerror onfocus onhashchange
  oninput onload onmessage onmouseover onpageshow onpointerrawupdate onscrollend onsecuritypolicyviolation ontoggle onwheel`
    .trim()
    .split(/\s+/);

/** Ways to write an attribute so that a filter overlooks it. */
const ATTRIBUTES: ((name: string, code: string) => string)[] = [
  (name, code) => ` ${name}="${code}"`,
  (name, code) => ` ${name}='${code}'`,
  (name, code) => ` ${name}=${code}`,
  (name, code) => `/${name}=${code}/`,
  (name, code) => `\n${name.toUpperCase()}\t=\n"${code}"`,
  (name, code) => ` x="><b ${name}=${code}"`,
  (name, code) => ` ${name}=&#${code.charCodeAt(0)};${code.slice(1)}`,
  (name, code) => ` ${name}\u000c="${code}" ${name}\u0000=${code}`,
  (name, code) => `\u00a0${name}=\`${code}\``,
  (name, code) => ` class=a style="x:expression(${code})" id=b ${name}="${code}"`,
];

const ADDRESSES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A&#x61vascript&colon;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'vbscript:msgbox(1)',
  ' \u0001javascript:alert(1)',
  '//evil.example/x.js',
];
const LINKS = 'href src action formaction data xlink:href background poster srcdoc content dynsrc lowsrc'.split(' ');

/** Markup that is read differently by different parsers. */
const TRICKS = [
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1)//<</script>',
  '<script>alert(1)',
  '<script/x>alert(1)</script\n>',
  '<SCRIPT>alert(1)</sCrIpT>',
  '<!--><script>alert(1)</script>-->',
  '<!-- --!><img src=x onerror=alert(1)>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<textarea></textarea/><img src=x onerror=alert(1)></textarea>',
  '<title></title/><img src=x onerror=alert(1)></title>',
  '<xmp><p title="</xmp><svg/onload=alert(1)>"></xmp>',
  '<option><style></option></select><b><img src=x onerror=alert(1)></style></option>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;img src=x onerror=alert(1)&amp;gt;',
  '<p/onclick=alert(1)>x',
  '<p\u0000onclick=alert(1)>x</p>',
  '<strong><p onclick=alert(1)></strong></p>',
  '<template><script>alert(1)</script></template>',
  '<iframe srcdoc="<script>alert(1)</script>"><p onclick=alert(1)>',
  '<iframe><iframe><iframe><img src=x onerror=alert(1)></iframe>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<li style=list-style:url(javascript:alert(1))>x',
  '<img src=`x`onerror=alert(1)//`>',
  '\ufeff<script>alert(1)</script>',
  '＜script＞alert(1)＜/script＞',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  '{{constructor.constructor("alert(1)")()}}',
  '<p>ok</p><',
  '<p',
  '</p onclick=alert(1)>',
  '</script><script>alert(1)</script>',
];

const around = (tag: string, inside: string) => [`<${tag}${inside}>words</${tag}>`, `<${tag}${inside}`];

const payloads = [
  ...TRICKS,
  ...TAGS.flatMap((tag, at) =>
    HANDLERS.flatMap((handler, other) =>
      around(tag, (ATTRIBUTES[(at + other) % ATTRIBUTES.length] as (typeof ATTRIBUTES)[number])(handler, SCRIPT)),
    ),
  ),
  ...LINKS.flatMap((link) => ADDRESSES.flatMap((address) => around('a', ` ${link}="${address}"`))),
  ...RICH_TAGS.flatMap((tag) => ATTRIBUTES.flatMap((write) => around(tag, write('onclick', SCRIPT)))),
];

describe('sanitizing', () => {
  test('[RICH-03] [FILE-14] script in any spelling leaves only allowed tags without attributes', () => {
    expect(payloads.length).toBeGreaterThan(1500);
    const harmful = payloads.filter((payload) => !HARMLESS.test(sanitizeRich(payload)));
    expect(harmful).toEqual([]);
  });

  test('[RICH-03] pieces of attacks in any order leave only allowed tags without attributes', () => {
    const pieces = [...TRICKS, ...TRICKS.flatMap((trick) => trick.match(/<[^<>]*>?|[^<>]+|>/g) ?? [])];
    const html = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(html, (text) => {
        const clean = sanitizeRich(text);
        expect(clean).toMatch(HARMLESS);
        expect(sanitizeRich(clean)).toMatch(HARMLESS);
      }),
      { seed: 3486, numRuns: runs(600, 2000) },
    );
  });

  test('[RICH-03] what the editor writes stays as it is', () => {
    const written =
      '<h1>A</h1><h6>b</h6><p>One <strong>two</strong> <em>three</em> &amp; &lt;four&gt;</p><ul><li><p>x</p></li></ul>' +
      '<ol><li><p>y</p></li></ol><blockquote><p>z</p></blockquote>';
    expect(sanitizeRich(written)).toBe(written);
    expect(sanitizeRich('<p>a<br>b</p>')).toBe('<p>a<br />b</p>');
  });

  test('[RICH-03] links lose their address and keep their words; scripts and styles lose both', () => {
    expect(sanitizeRich('<p><a href="https://a.example" class="b">here</a></p>')).toBe('<p>here</p>');
    expect(sanitizeRich('<p>a<script>b</script><style>c</style><iframe>d</iframe>e</p>')).toBe('<p>ae</p>');
  });

  test('[RICH-04] text that escaping makes too long is refused, not cut', () => {
    expect(() => sanitizeRich('&'.repeat(RICH_LIMIT))).toThrow(
      new Refusal('invalid', 'Cannot exceed 50,000 characters'),
    );
    expect(sanitizeRich('a'.repeat(RICH_LIMIT))).toHaveLength(RICH_LIMIT);
  });

  test('[RICH-04] ten thousand nested tags are cut to a depth that any browser draws', () => {
    const deep = sanitizeRich(`${'<ul><li>'.repeat(4000)}x`);
    expect(deep.match(/<ul>/g)?.length).toBeLessThanOrEqual(25);
    expect(deep).toContain('x');
  });
});

describe('blank rich text', () => {
  test.each([
    '',
    ' \n\t',
    '<p></p>',
    '<p> </p>',
    '<p><br></p>',
    '<p>&nbsp;</p><p>&#160;&#xA0;</p>',
    '<p>\u00a0\u200b\ufeff</p>',
    '<p>&zwnj;&ensp;&thinsp;</p>',
    '<ul><li><p></p></li></ul>',
    '<script>alert(1)</script>',
    '<style>p{color:red}</style>',
    '<!-- words -->',
    '<img src=x onerror=alert(1)>',
    '<p',
  ])('[RICH-05] %j says nothing', (html) => {
    expect(isBlank(html)).toBe(true);
  });

  test.each([
    'a',
    '<p>.</p>',
    '<p>&lt;</p>',
    '<p>&amp;nbsp;</p>',
    '0',
    '<p>é</p>',
    '2 < 3',
    '<blockquote>-</blockquote>',
  ])('[RICH-05] %j says something', (html) => {
    expect(isBlank(html)).toBe(false);
  });
});
