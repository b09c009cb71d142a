import type { ComponentChildren } from 'preact';
import { idOf, type FormState, type Problem } from './form-state.ts';

interface Described {
  id: string;
  name: string;
  'aria-describedby': string | undefined;
  'aria-invalid': 'true' | undefined;
  autofocus: true | undefined;
}

export interface FieldProps {
  state: FormState;
  name: string;
  label: string;
  hint?: string | undefined;
  /** Marks the label as required, in a form where most fields are optional. */
  isMarked?: boolean | undefined;
  /** Renders the control with the attributes that link it to label, hint and problems. */
  control: (described: Described) => ComponentChildren;
}

/** A control with its label, a hint and its problem. */
export function Field({ state, name, label, hint, isMarked, control }: FieldProps) {
  const { id, described, notes } = describeField(state, name, hint);
  return (
    <div class="field">
      <div class="label">
        <label for={id}>{label}</label>
        {/* Hidden from screen readers, which announce it with the control. */}
        {isMarked && <span aria-hidden="true"> {state.texts.t('form.required')}</span>}
      </div>
      {notes}
      {control(described)}
    </div>
  );
}

/** Several controls with the same name. */
export function FieldGroup({
  state,
  name,
  label,
  hint,
  children,
}: Omit<FieldProps, 'control'> & { children: ComponentChildren }) {
  const { id, described, notes } = describeField(state, name, hint);
  return (
    <fieldset
      id={id}
      class="field"
      tabIndex={-1}
      autofocus={described.autofocus}
      aria-describedby={described['aria-describedby']}
    >
      <legend>{label}</legend>
      {notes}
      {children}
    </fieldset>
  );
}

export interface TextFieldProps extends Omit<FieldProps, 'control'> {
  type?: 'text' | 'email' | 'password' | 'url' | 'number';
  required?: boolean;
  maxLength?: number;
  autocomplete?: string;
  inputMode?: 'numeric';
  min?: number;
  max?: number;
  step?: number | 'any';
  list?: string;
}

/** A single-line field. A password is never filled in again. */
export function TextField({
  state,
  name,
  label,
  hint,
  isMarked,
  type = 'text',
  ...attributes
}: TextFieldProps) {
  const value = type === 'password' ? undefined : (state.form.get(name) ?? undefined);
  // Preact has a separate property type for each kind of input.
  return (
    <Field
      {...{ state, name, label, hint, isMarked }}
      control={(described) => (
        <input {...described} {...attributes} {...({ type } as { type: 'text' })} value={value} />
      )}
    />
  );
}

export function TextArea({
  state,
  name,
  label,
  hint,
  ...attributes
}: Omit<FieldProps, 'control'> & { rows: number; maxLength?: number; required?: boolean }) {
  return (
    <Field
      {...{ state, name, label, hint }}
      control={(described) => (
        <textarea {...described} {...attributes}>
          {state.form.get(name)}
        </textarea>
      )}
    />
  );
}

function describeField(state: FormState, name: string, hint: string | undefined) {
  const { texts, problems } = state;
  const id = idOf(name);
  const own = problems.filter(({ field }) => field === name);
  const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(own.length > 0 ? [`${id}-problem`] : [])];
  const described: Described = {
    id,
    name,
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
    'aria-invalid': own.length > 0 ? 'true' : undefined,
    autofocus: state.focus === name || undefined,
  };
  const notes = (
    <>
      {hint !== undefined && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {own.length > 0 && (
        <p id={`${id}-problem`} class="wrong">
          <span class="unseen">{texts.t('form.wrong')}: </span>
          {own.map((problem) => (
            <ProblemText key={problem.text} problem={problem} />
          ))}
        </p>
      )}
    </>
  );
  return { id, described, notes };
}

/** A summary of all problems above the form, with a link to each field. */
export function Problems({ texts: { t }, problems }: FormState) {
  if (problems.length === 0) return null;
  return (
    <div class="card problems" role="alert" tabIndex={-1} autofocus aria-labelledby="problems">
      <h2 id="problems">{t('form.problems')}</h2>
      <ul>
        {problems.map((problem) => {
          const href = problem.href ?? (problem.field && `#${idOf(problem.field)}`);
          return (
            <li key={problem.text + (problem.rule ?? '') + (problem.field ?? '')}>
              {href ? (
                <a href={href}>
                  <ProblemText problem={problem} />
                </a>
              ) : (
                <ProblemText problem={problem} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function ProblemText({ problem: { text, rule } }: { problem: Problem }) {
  return (
    <>
      {text} {rule !== undefined && <span lang="en">{rule}</span>}
    </>
  );
}
