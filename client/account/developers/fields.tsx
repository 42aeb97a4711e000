import { clsx } from 'clsx';
import { fieldsOf, nameOf, type Schema, typeOf } from './openapi.ts';

/** The fields of an object, with those of objects inside. A record of a name of its own is linked. */
export const Fields = ({ schema, isNested = false }: { schema: Schema; isNested?: boolean }) => (
  <ul className={clsx('grid gap-1.5', isNested && 'mt-1.5 border-line border-l pl-3')}>
    {fieldsOf(schema).map(([name, field, isRequired]) => (
      <li key={name}>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <code className="font-semibold text-sm">{name}</code>
          <TypeName schema={field} />
          {!isRequired && <span className="text-ink-3 text-sm">optional</span>}
        </span>
        <Notes schema={field} />
        {fieldsOf(field).length > 0 && <Fields schema={field} isNested />}
      </li>
    ))}
  </ul>
);

export const TypeName = ({ schema }: { schema: Schema }) => {
  const record = recordOf(schema);
  const type = typeOf(schema);
  return record ? (
    <a href={`#${record}`} className="text-pine-text text-sm hover:underline">
      {type}
    </a>
  ) : (
    <span className="text-ink-3 text-sm [overflow-wrap:anywhere]">{type}</span>
  );
};

const recordOf = ({ $ref, items, anyOf }: Schema): string | undefined =>
  $ref ? nameOf($ref) : items ? recordOf(items) : anyOf?.map(recordOf).find(Boolean);

const Notes = ({ schema: { description, maxLength, default: fallback } }: { schema: Schema }) => {
  const notes = [
    description,
    maxLength !== undefined && `At most ${maxLength} characters`,
    fallback !== undefined && fallback !== '' && `Default: ${JSON.stringify(fallback)}`,
  ].filter(Boolean);
  return notes.length > 0 && <p className="text-ink-2 text-sm">{notes.join('. ')}</p>;
};
