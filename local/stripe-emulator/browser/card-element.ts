import {
  brandOf,
  digits,
  expiryProblem,
  FIELDS,
  type Field,
  type FieldName,
  FORMATTERS,
  INCOMPLETE,
  numberProblem,
  type Problem,
} from './card-fields.ts';

export type Options = { hidePostalCode?: boolean; disabled?: boolean };

let count = 0;

export class CardElement {
  readonly _inputs = new Map<FieldName, HTMLInputElement>();
  readonly _box = document.createElement('div');
  readonly _listeners = new Map<string, Set<(event: object) => void>>();
  readonly _left = new Set<FieldName>();

  constructor(options: Options = {}) {
    const columns = options.hidePostalCode ? 2 : 3;
    this._box.style.cssText = `display:grid;grid-template-columns:repeat(${columns},minmax(0,1fr));gap:.75rem`;
    for (const field of FIELDS) if (field.name !== 'zip' || !options.hidePostalCode) this._add(field);
    this.update(options);
  }

  mount(target: string | HTMLElement): void {
    const node = typeof target === 'string' ? document.querySelector(target) : target;
    if (!node)
      throw new Error(`IntegrationError: The selector you specified (${String(target)}) applies to no DOM elements.`);
    node.classList.add('StripeElement');
    node.replaceChildren(this._box);
    setTimeout(() => this._tell('ready', { elementType: 'card' }));
  }
  unmount(): void {
    this._box.remove();
  }
  destroy(): void {
    this.unmount();
    this._listeners.clear();
  }
  update({ disabled }: Options = {}): void {
    if (disabled !== undefined) for (const input of this._inputs.values()) input.disabled = disabled;
  }
  focus(): void {
    this._inputs.get('number')?.focus();
  }
  blur(): void {
    for (const input of this._inputs.values()) input.blur();
  }
  clear(): void {
    for (const input of this._inputs.values()) input.value = '';
    this._left.clear();
    this._changed();
  }
  on(type: string, listener: (event: object) => void): this {
    this._listeners.set(type, (this._listeners.get(type) ?? new Set()).add(listener));
    return this;
  }
  once(type: string, listener: (event: object) => void): this {
    const first = (event: object) => {
      this.off(type, first);
      listener(event);
    };
    return this.on(type, first);
  }
  off(type: string, listener?: (event: object) => void): this {
    if (listener) this._listeners.get(type)?.delete(listener);
    else this._listeners.delete(type);
    return this;
  }

  /** The first thing wrong with what is typed; of an unfinished field only when `strict`, or after it was left. */
  _problem(strict: boolean): Problem | undefined {
    for (const name of this._inputs.keys()) {
      const problem = this._wrong(name);
      if (problem && (strict || problem !== INCOMPLETE[name] || this._left.has(name))) return problem;
    }
    return undefined;
  }

  _data(): { card: object; zip: string } {
    const [month, year] = this._value('expiry').split('/').map(digits);
    const card = { number: digits(this._value('number')), exp_month: month, exp_year: year, cvc: this._value('cvc') };
    return { card, zip: this._value('zip') };
  }

  _add({ name, label, hint, autocomplete }: Field): void {
    const field = document.createElement('div');
    const input = document.createElement('input');
    const caption = document.createElement('label');
    input.id = caption.htmlFor = `stripe-${name}-${++count}`;
    caption.textContent = label;
    Object.assign(input, {
      placeholder: hint,
      autocomplete,
      inputMode: name === 'zip' ? 'text' : 'numeric',
      type: 'text',
    });
    field.style.cssText = name === 'number' ? 'grid-column:1/-1' : '';
    caption.style.cssText = 'display:block;font-size:.875rem;font-weight:500;margin-bottom:.25rem';
    input.style.cssText =
      'width:100%;box-sizing:border-box;min-height:44px;padding:.5rem .75rem;font:inherit;color:inherit;background:transparent;border:1px solid color-mix(in srgb, currentColor 35%, transparent);border-radius:6px';
    input.addEventListener('input', () => this._typed(name, input));
    input.addEventListener('focus', () => this._tell('focus', { elementType: 'card' }));
    input.addEventListener('blur', () => this._leave(name, input));
    field.appendChild(caption);
    field.appendChild(input);
    this._box.appendChild(field);
    this._inputs.set(name, input);
  }

  _typed(name: FieldName, input: HTMLInputElement): void {
    // Text is put in order only behind the caret's last place, so that corrections in the middle stay put.
    if (input.selectionStart === input.value.length) input.value = FORMATTERS[name](input.value);
    this._changed();
  }

  _leave(name: FieldName, input: HTMLInputElement): void {
    if (input.value) this._left.add(name);
    this._tell('blur', { elementType: 'card' });
    this._changed();
  }

  _changed(): void {
    const problem = this._problem(false);
    for (const [name, input] of this._inputs)
      input.toggleAttribute('aria-invalid', problem !== undefined && problem === this._wrong(name));
    this._tell('change', {
      elementType: 'card',
      empty: [...this._inputs.values()].every(({ value }) => !value),
      complete: !this._problem(true),
      error: problem && { type: 'validation_error', ...problem },
      brand: brandOf(digits(this._value('number'))),
      value: { postalCode: this._value('zip') },
    });
  }

  _tell(type: string, event: object): void {
    for (const listener of this._listeners.get(type) ?? []) listener(event);
  }

  _value(name: FieldName): string {
    return this._inputs.get(name)?.value ?? '';
  }

  _wrong(name: FieldName): Problem | undefined {
    const value = this._value(name);
    if (name === 'number') return numberProblem(digits(value));
    if (name === 'expiry') return expiryProblem(value);
    if (name === 'cvc')
      return value.length < (/^3[47]/.test(this._value('number')) ? 4 : 3) ? INCOMPLETE.cvc : undefined;
    return value.trim().length < 5 ? INCOMPLETE.zip : undefined;
  }
}
