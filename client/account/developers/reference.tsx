import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { messageOf, parseAnswer, send } from '../../device/http.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/input.tsx';
import { SkeletonRows } from '../../ui/list.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { Fields, TypeName } from './fields.tsx';
import { bodyOf, type Call, callsOf, matches, nameOf, type OpenApi, type Schema } from './openapi.ts';

const DOCUMENT = '/api/openapi.json';
const NOT_LOADED = 'The reference could not be loaded. Check your connection and try again.';

/** The reader of /api/openapi.json, open to everybody. */
const Reference = () => {
  const { document, failure, load } = useOpenApi();
  return (
    <div className="grid gap-4.5">
      <PageHeader
        title="API Reference"
        subtitle={
          <>
            For scripts and other programs, as OpenAPI 3.1:{' '}
            <a href={DOCUMENT} className="text-pine-text underline underline-offset-2">
              {DOCUMENT}
            </a>
          </>
        }
      />
      {failure && (
        <div className="grid justify-items-start gap-3">
          <Alert tone="error">{failure}</Alert>
          <Button onClick={() => void load()}>Try Again</Button>
        </div>
      )}
      {!failure && !document && <SkeletonRows rows={6} />}
      {document && <Calls document={document} />}
    </div>
  );
};

export default Reference;

const useOpenApi = () => {
  const [document, setDocument] = useState<OpenApi | null>(null);
  const [failure, setFailure] = useState('');
  const load = async () => {
    setFailure('');
    await send(DOCUMENT)
      .then(parseAnswer<OpenApi>)
      .then(setDocument, (error) => setFailure(messageOf(error, NOT_LOADED)));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    void load();
  }, []);
  return { document, failure, load };
};

const Calls = ({ document }: { document: OpenApi }) => {
  const [term, setTerm] = useState('');
  const calls = callsOf(document).filter((call) => matches(call, term));
  const groups = document.tags
    .map((tag) => ({ ...tag, calls: calls.filter(({ operation }) => operation.tags.includes(tag.name)) }))
    .filter((group) => group.calls.length > 0);
  return (
    <>
      <Card>
        <div className="grid gap-2 text-ink-2">
          {document.info.description.split('\n\n').map((text) => (
            <Paragraph key={text} text={text} />
          ))}
        </div>
      </Card>
      <Input
        type="search"
        aria-label="Search the reference"
        placeholder="Search the reference"
        value={term}
        onChange={({ target }) => setTerm(target.value)}
      />
      {groups.length === 0 && <p className="text-ink-2">No matches.</p>}
      {groups.map(({ name, description, calls: ofGroup }) => (
        <Card key={name} title={name} flush>
          <p className="px-4 pb-2 text-ink-2 text-sm">{description}</p>
          {ofGroup.map((call) => (
            <CallDetails key={`${call.method} ${call.path}`} call={call} document={document} />
          ))}
        </Card>
      ))}
      {term === '' && <Records schemas={document.components.schemas} />}
    </>
  );
};

const CallDetails = ({ call: { method, path, operation }, document }: { call: Call; document: OpenApi }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      id={operation.operationId}
      className="group border-line border-t"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="grid cursor-pointer list-none grid-cols-[auto_3.75rem_minmax(0,1fr)] items-baseline gap-x-2 px-4 py-2.5 hover:bg-sunk [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-3.5 translate-y-0.5 text-ink-3 transition-transform group-open:rotate-90"
        />
        <code className={clsx('font-semibold text-sm', method === 'GET' ? 'text-ink-2' : 'text-pine-text')}>
          {method}
        </code>
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <code className="text-sm [overflow-wrap:anywhere]">{path}</code>
          <span className="text-ink-2 text-sm">{operation.summary}</span>
        </span>
      </summary>
      {isOpen && <Body operation={operation} document={document} />}
    </details>
  );
};

const Body = ({ operation, document }: { operation: Call['operation']; document: OpenApi }) => {
  const body = bodyOf(operation.requestBody?.content);
  return (
    <div className="grid gap-4 px-4 pt-1 pb-4 md:pl-[2.1rem]">
      <p className="text-ink-2">
        <Formatted text={operation.description} />
      </p>
      {operation.parameters.length > 0 && <Parameters {...operation} />}
      {body && (
        <Part title={`Body, ${body[0]}`}>
          <SchemaView schema={body[1]} />
          <Example example={body[2]} />
        </Part>
      )}
      <Part title="Responses">
        <ul className="grid gap-2">
          {Object.entries(operation.responses).map(([status, { $ref, description, content }]) => (
            <li key={status}>
              <code className="font-semibold text-sm">{status}</code>{' '}
              <span className="text-ink-2 text-sm">
                <Formatted
                  text={($ref ? document.components.responses[nameOf($ref)]?.description : description) ?? ''}
                />
              </span>
              {content && <Answer content={content} />}
            </li>
          ))}
        </ul>
      </Part>
    </div>
  );
};

const Parameters = ({ parameters }: Call['operation']) => (
  <Part title="Parameters">
    <ul className="grid gap-1.5">
      {parameters.map(({ name, in: where, description, schema }) => (
        <li key={name} className="flex flex-wrap items-baseline gap-x-2">
          <code className="font-semibold text-sm">{name}</code>
          <span className="text-ink-3 text-sm">in {where},</span>
          <TypeName schema={schema} />
          {description && <span className="text-ink-2 text-sm">{description}</span>}
        </li>
      ))}
    </ul>
  </Part>
);

const Answer = ({ content }: { content: NonNullable<Call['operation']['responses'][string]['content']> }) => {
  const [, schema, example] = bodyOf(content) ?? [];
  return (
    schema && (
      <div className="mt-1.5">
        <SchemaView schema={schema} />
        <Example example={example} />
      </div>
    )
  );
};

const Example = ({ example }: { example: unknown }) =>
  example !== undefined && (
    <details className="group/example mt-2">
      <summary className="w-fit cursor-pointer text-pine-text text-sm hover:underline">Example</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <pre tabIndex={0} className="mt-1.5 max-h-96 overflow-auto rounded bg-sunk p-3 text-sm">
        {JSON.stringify(example, null, 2)}
      </pre>
    </details>
  );

const SchemaView = ({ schema }: { schema: Schema }) =>
  schema.properties ? <Fields schema={schema} isNested /> : <TypeName schema={schema} />;

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="min-w-0">
    <h3 className="mb-1.5 font-semibold text-ink-2 text-sm">{title}</h3>
    {children}
  </section>
);

const Records = ({ schemas }: { schemas: OpenApi['components']['schemas'] }) => (
  <Card title="Records" flush>
    {Object.entries(schemas).map(([name, schema]) => (
      <section key={name} id={name} className="scroll-mt-4 border-line border-t px-4 py-3 first:border-t-0">
        <h3 className="mb-1.5 font-semibold">{name}</h3>
        <Fields schema={schema} />
      </section>
    ))}
  </Card>
);

/** A paragraph of Markdown, or a list. */
const Paragraph = ({ text }: { text: string }) =>
  text.startsWith('- ') ? (
    <ul className="grid list-disc gap-1 pl-5">
      {text.split('\n').map((line) => (
        <li key={line}>
          <Formatted text={line.slice(2)} />
        </li>
      ))}
    </ul>
  ) : (
    <p>
      <Formatted text={text} />
    </p>
  );

/** `code` and **bold** of Markdown. */
const Formatted = ({ text }: { text: string }) =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
    <Fragment key={at}>{formatted(part)}</Fragment>
  ));

const formatted = (part: string): ReactNode => {
  if (part.startsWith('`')) return <code className="rounded bg-sunk px-1 text-sm">{part.slice(1, -1)}</code>;
  return part.startsWith('**') ? <b className="font-semibold text-ink">{part.slice(2, -2)}</b> : part;
};
