import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { ROOT, sources } from './source.ts';

type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** A title is written in Title Case, a sentence and a label are not; every other text has its spelling alone to keep. */
type Place = 'title' | 'sentence' | 'text';

/** A text that a person reads. What the program fills in is `{}`. */
export type Text = { path: string; line: number; start: number; end: number; place: Place; text: string };

/** The props of these components that are titles; of any other component they are sentences. */
const TITLED: Record<string, RegExp> = {
  title:
    /^(AmendMotion|AnnouncementLoader|Card|CategoryCard|ChartCard|TrendCard|ComingChart|Confirm\w*|CorrectResult|Dialog|FilterBar|Fold|FormDialog|Frame|ListHeader|MeetingFormScreen|NoChart|Overview|PageHeader|People|ReasonDialog|Section|Sheet|StepScreen)$/,
  heading: /^Overview$/,
  submit: /./,
  submitting: /./,
  saving: /./,
  confirm: /./,
  busyLabel: /./,
  cancel: /./,
  label: /^(CorrectResult|Discard|RetryAlert|LoadMore)$/,
};

const BUTTONS = /^(\w*Button|MenuItem|Tab)$/;
const MESSAGES = /^(Alert|RetryAlert|PendingNotice|Hint|Th|th|Note|RedirectNotice)$/;
const FIELDS =
  /^(\w*Field|Checkbox|Radio|RadioGroup|ChoiceGroup|MultiFilter|Select|MultiSelect|MultiCombobox|DatePicker|TextArea|Segments|HourSelect|Fact|Line|Figure|Controlled)$/;

/** Properties of an object whose texts are read, by what else the object has. */
const ENTRY = /^(onSelect|onClick|href|to|panel|act)$/;
const NO_ENTRY = /^(value|explanation|hint|hits|path)$/;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'JSXMemberExpression' || node.type === 'MemberExpression') return nameOf(node.property);
  return String(node.name ?? node.value ?? '');
};

/** The texts that an expression can have: its literals, and those of its branches. */
const literalsIn = (node: unknown): Node[] => {
  if (!isNode(node)) return [];
  if (node.type === 'JSXExpressionContainer') return literalsIn(node.expression);
  if (node.type === 'ConditionalExpression') return [...literalsIn(node.consequent), ...literalsIn(node.alternate)];
  if (node.type === 'LogicalExpression') return [...literalsIn(node.left), ...literalsIn(node.right)];
  const isText = node.type === 'JSXText' || node.type === 'TemplateLiteral' || typeof node.value === 'string';
  return isText ? [node] : [];
};

const textOf = (node: Node): string => {
  if (node.type !== 'TemplateLiteral') return String(node.value).replace(/\s+/g, ' ');
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}');
};

const placeOfProp = (component: string, prop: string): Place => {
  if (TITLED[prop]?.test(component)) return 'title';
  if (/^(hint|fallback|said|summary|subtitle)$/.test(prop)) return 'sentence';
  if (prop === 'title' && /^(Alert|EmptyState|EmptyResults)$/.test(component)) return 'sentence';
  if (/^(label|term)$/.test(prop) && FIELDS.test(component)) return 'sentence';
  return 'text';
};

const placeOfChild = (component: string): Place => {
  if (BUTTONS.test(component)) return 'title';
  return MESSAGES.test(component) ? 'sentence' : 'text';
};

const placeOfProperty = (key: string, siblings: readonly string[]): Place => {
  if (key === 'label' && siblings.some((name) => ENTRY.test(name)) && !siblings.some((name) => NO_ENTRY.test(name)))
    return 'title';
  return /^(header|hint|fallback|said)$/.test(key) ? 'sentence' : 'text';
};

/** The messages of refusals and of what pops up. */
const placeOfArgument = (callee: string): Place =>
  /^(Refusal|HttpError|toast|announce)$/.test(callee) ? 'sentence' : 'text';

/** The place of each text that a node decides, under the start of its literal. */
const placesOf = (node: Node): [Node, Place][] => {
  const all = (nodes: unknown[], place: Place) => nodes.flatMap(literalsIn).map((one): [Node, Place] => [one, place]);
  if (node.type === 'JSXElement') {
    const { name, attributes } = node.openingElement as { name: Node; attributes: Node[] };
    const component = nameOf(name);
    return [
      ...attributes.flatMap((one) => all([one.value], placeOfProp(component, nameOf(one.name)))),
      ...all(node.children as Node[], placeOfChild(component)),
    ];
  }
  if (node.type === 'ObjectExpression') {
    const properties = (node.properties as Node[]).filter(({ type }) => type === 'Property');
    const names = properties.map(({ key }) => nameOf(key));
    return properties.flatMap((one) => all([one.value], placeOfProperty(nameOf(one.key), names)));
  }
  if (node.type === 'CallExpression' || node.type === 'NewExpression')
    return all(node.arguments as Node[], placeOfArgument(nameOf(node.callee)));
  return [];
};

/** Classes, addresses, ids and types are no texts. */
const isSkipped = (node: Node): boolean => {
  if (/^(ImportDeclaration|ExportAllDeclaration|TSLiteralType|TSTypeReference|TSImportType)$/.test(node.type))
    return true;
  if (node.type === 'TaggedTemplateExpression') return true;
  if (node.type === 'JSXAttribute') return /class|href|^to$|^key$|^id$|^d$|style|^data-/i.test(nameOf(node.name));
  return node.type === 'CallExpression' && /^(clsx|sql)$/.test(nameOf(node.callee));
};

const textsOf = (path: string): Text[] => {
  const source = readFileSync(join(ROOT, path), 'utf8');
  const places = new Map<number, Place>();
  const texts: Text[] = [];
  const see = (node: Node) => {
    if (isSkipped(node)) return;
    for (const [literal, place] of placesOf(node)) if (place !== 'text') places.set(literal.start, place);
    for (const literal of literalsIn(node).filter((one) => one === node)) {
      const text = textOf(literal).trim();
      const line = source.slice(0, literal.start).split('\n').length;
      if (/[A-Za-z]{2}/.test(text))
        texts.push({
          path,
          line,
          start: literal.start,
          end: literal.end,
          place: places.get(literal.start) ?? 'text',
          text,
        });
    }
    for (const child of childrenOf(node)) see(child);
  };
  see(parseSync(path, source).program as unknown as Node);
  return texts;
};

/** Every text of the files under these folders. */
export const textsIn = (...folders: string[]): Text[] =>
  sources()
    .map(({ path }) => path)
    .filter((path) => folders.some((folder) => path.startsWith(folder)))
    .flatMap(textsOf);
