import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { uuidv7 } from 'uuidv7';
import { meetingRulesInput } from '../../../schema/meeting-inputs.ts';
import {
  type AgendaTemplate,
  type Body,
  ITEM_KINDS,
  type ItemKind,
  type TemplateItem,
} from '../../../schema/meetings.ts';
import { templatesOf } from '../../../sync/meetings/agenda/templates.ts';
import { save } from '../../device/store.ts';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { useDraft } from '../../ui/draft.tsx';
import { Field } from '../../ui/field.tsx';
import { formatLabel } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { drafts } from '../outbox.ts';
import { BODY_LABELS, type RuleFormProps } from './rule-words.tsx';

const KINDS = ITEM_KINDS.map((value) => ({ value, label: formatLabel(value) }));
const BODIES = (['board', 'member'] as const).map((value) => ({ value, label: BODY_LABELS[value] }));

/** All templates of the HOA; those that ship come back by one press. */
const TemplatesForm = ({ settings, onDone }: RuleFormProps) => {
  const { templates, set, restore, cancel, ...edit } = useTemplates(settings, onDone);
  const add = () => set([...templates, { id: uuidv7(), name: 'New template', body: 'board', items: [EMPTY_ITEM] }]);
  return (
    <SaveForm edit={edit} submit="Save Templates" saving="Saving…" onCancel={cancel} isQuiet>
      {templates.map((template, at) => (
        <Template
          key={template.id}
          template={template}
          onChange={(next) => set(templates.with(at, next))}
          onRemove={() => set(templates.toSpliced(at, 1))}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button icon={Plus} onClick={add}>
          Add Template
        </Button>
        {settings.templates && (
          <Button variant="ghost" onClick={restore}>
            Restore Defaults
          </Button>
        )}
      </div>
    </SaveForm>
  );
};

export default TemplatesForm;

const useTemplates = (settings: RuleFormProps['settings'], onDone: () => void) => {
  const draft = useDraft<AgendaTemplate[]>(drafts.rules('templates'), [...templatesOf(settings)]);
  const { submit, busy, failure, fail, dismiss } = useSubmit(FAILED);
  const { value: templates, set, kept, discard } = draft;
  const cancel = () => {
    discard();
    onDone();
  };
  const write = async (args: { templates: AgendaTemplate[] | null }, said: string) => {
    if (!(await submit(() => save('setMeetingRules', args)))) return;
    void toast(said);
    cancel();
  };
  const press = async () => {
    const parsed = meetingRulesInput.safeParse({ templates });
    if (!parsed.success) return fail(problemOf(parsed.error.issues[0], templates));
    await write({ templates }, 'Templates saved');
  };
  const restore = () => write({ templates: null }, 'Defaults restored');
  return { templates, set, kept, discard, save: press, restore, cancel, busy, failure, dismiss };
};

type Issue = { path: readonly PropertyKey[]; message: string } | undefined;

/** The message, with the item that it is about. */
const problemOf = (issue: Issue, templates: readonly AgendaTemplate[]): string => {
  if (!issue) return FAILED;
  const [, at, , item] = issue.path;
  const place = [templates[Number(at)]?.name, typeof item === 'number' && `item ${item + 1}`]
    .filter(Boolean)
    .join(', ');
  return place ? `${place}: ${issue.message}` : issue.message;
};

const FAILED = 'The templates could not be saved. Please try again.';
const EMPTY_ITEM: TemplateItem = { title: '', kind: 'business' };

type TemplateProps = { template: AgendaTemplate; onChange: (next: AgendaTemplate) => void; onRemove: () => void };

const Template = ({ template, onChange, onRemove }: TemplateProps) => {
  const { name, items } = template;
  const setItems = (next: TemplateItem[]) => onChange({ ...template, items: next });
  const swap = (at: number, other: number) => {
    const [item, neighbor] = [items[at], items[other]];
    if (item && neighbor) setItems(items.with(at, neighbor).with(other, item));
  };
  return (
    <fieldset className="grid gap-3 rounded-md border border-line px-3.5 py-3">
      <legend className="px-1 font-semibold">{name}</legend>
      <NameAndBody template={template} onChange={onChange} onRemove={onRemove} />
      <ol className="grid gap-2">
        {items.map((item, at) => (
          <Item
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no ids, and their fields hold no state
            key={at}
            item={item}
            place={`${at + 1} of ${name}`}
            onChange={(next) => setItems(items.with(at, next))}
            onUp={at > 0 ? () => swap(at, at - 1) : null}
            onDown={at < items.length - 1 ? () => swap(at, at + 1) : null}
            onRemove={() => setItems(items.toSpliced(at, 1))}
          />
        ))}
      </ol>
      <Button icon={Plus} size="small" className="justify-self-start" onClick={() => setItems([...items, EMPTY_ITEM])}>
        Add Item<span className="sr-only"> to {name}</span>
      </Button>
    </fieldset>
  );
};

const NameAndBody = ({ template, onChange, onRemove }: TemplateProps) => (
  <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_12rem_auto] md:items-end">
    <Field label="Name">
      <Input
        value={template.name}
        maxLength={100}
        onChange={(event) => onChange({ ...template, name: event.target.value })}
      />
    </Field>
    <Field label="Of">
      <Select value={template.body} options={BODIES} onChange={(body: Body) => onChange({ ...template, body })} />
    </Field>
    <Button icon={Trash2} variant="ghost" onClick={onRemove}>
      Delete<span className="sr-only"> {template.name}</span>
    </Button>
  </div>
);

type ItemProps = {
  item: TemplateItem;
  place: string;
  onChange: (next: TemplateItem) => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onRemove: () => void;
};

const Item = ({ item, place, onChange, onUp, onDown, onRemove }: ItemProps) => (
  <li className="grid grid-cols-2 items-center gap-2 border-line border-t pt-2 md:grid-cols-[minmax(0,1fr)_10rem_5rem_auto_auto]">
    <Input
      aria-label={`Title of item ${place}`}
      value={item.title}
      placeholder="Title"
      className="max-md:col-span-2"
      onChange={(event) => onChange({ ...item, title: event.target.value })}
    />
    <Select
      label={`Type of item ${place}`}
      isLabelHidden
      value={item.kind}
      options={KINDS}
      onChange={(kind: ItemKind) => onChange({ ...item, kind })}
    />
    <Input
      aria-label={`Minutes of item ${place}`}
      value={item.minutes ?? ''}
      placeholder="Minutes"
      inputMode="numeric"
      className="num"
      onChange={(event) => onChange(withMinutes(item, event.target.value))}
    />
    <Checkbox
      label="Executive"
      checked={item.executive ?? false}
      onChange={(event) => onChange({ ...item, executive: event.target.checked })}
    />
    <span className="flex justify-end">
      <IconButton icon={ArrowUp} label={`Move up item ${place}`} disabled={!onUp} onClick={() => onUp?.()} />
      <IconButton icon={ArrowDown} label={`Move down item ${place}`} disabled={!onDown} onClick={() => onDown?.()} />
      <IconButton icon={Trash2} label={`Delete item ${place}`} onClick={onRemove} />
    </span>
  </li>
);

const withMinutes = ({ minutes: _, ...item }: TemplateItem, typed: string): TemplateItem => {
  const minutes = Number(typed.replace(/\D/g, ''));
  return minutes > 0 ? { ...item, minutes } : item;
};
