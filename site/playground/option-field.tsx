import { useId, useState, type ReactNode } from 'react'
import type { Option } from '../../scripts/reference/read-options.ts'
import { toFieldText, toWords } from './field-text.ts'

export interface OptionFieldProps {
  readonly option: Option
  /** The chosen value; `undefined` if there is none. */
  readonly value: unknown
  /** The project's value. */
  readonly ofProject: unknown
  readonly onChange: (value: unknown) => void
}

interface InputProps extends OptionFieldProps {
  readonly id: string
  readonly describedBy: string
  readonly fallback: string
}

/** A field for an option, by the type of its values, with the description from the types. */
export function OptionField(props: OptionFieldProps) {
  const { option, ofProject, value, onChange } = props
  const id = useId()
  const helpId = `${id}-help`
  const fallback = toFieldText(ofProject) || (option.fallback ?? '').replaceAll('`', '')
  const isFlag = option.type === 'boolean'
  const help = [option.doc, option.expected && `${capital(option.expected)}.`].find(Boolean)
  const input = drawInput({ ...props, id, describedBy: helpId, fallback })
  return (
    <>
      <div className={isFlag ? 'field flag' : 'field'}>
        <label htmlFor={id}>{toWords(option.attribute ?? option.path.split('.').at(-1)!)}</label>
        {input}
        {value !== undefined && !isFlag && (
          <button
            aria-label={`Take back ${option.path}`}
            className="quiet"
            type="button"
            onClick={() => onChange(undefined)}
          >
            ×
          </button>
        )}
      </div>
      <p className="help" id={helpId}>
        <code>{option.attribute ? `data-${option.attribute}` : option.path}</code>{' '}
        {withCode(help ?? '')}
      </p>
    </>
  )
}

function drawInput(props: InputProps): ReactNode {
  const { option, id, value, fallback, describedBy, onChange } = props
  const shared = { id, 'aria-describedby': describedBy }
  const choices = option.choices ?? wordsOf(option.type)
  if (option.path === 'theme.accent') return <ColorInput {...props} />
  if (option.path === 'logo') return <PictureInput {...props} />
  if (choices.length > 0) {
    return (
      <select {...shared} value={toFieldText(value)} onChange={(e) => onChange(e.target.value)}>
        <option value="">{fallback === '' ? 'as it is' : fallback}</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    )
  }
  if (option.type === 'boolean') {
    const isOn = fallback !== 'false'
    return (
      <input
        {...shared}
        checked={(value ?? isOn) === true}
        type="checkbox"
        onChange={(e) => onChange(e.target.checked === isOn ? undefined : e.target.checked)}
      />
    )
  }
  if (/^(readonly )?\(?[\w |]+\)?\[\]$/.test(option.type) || /Record</.test(option.type)) {
    return <DataInput {...props} />
  }
  const isNumber = option.type.startsWith('number')
  return (
    <input
      {...shared}
      placeholder={fallback}
      type={isNumber ? 'number' : 'text'}
      value={toFieldText(value)}
      onChange={(e) => onChange(e.target.value)}
    />
  )
}

/** The literal texts of a union that also has other types. */
const wordsOf = (type: string): readonly string[] =>
  type.includes('|') ? [...type.matchAll(/'([\w-]+)'/g)].map(([, word = '']) => word) : []

const HEX = /^#[\da-f]{6}$/i

function ColorInput({ id, describedBy, value, fallback, onChange }: InputProps) {
  const shown = [toFieldText(value), fallback].find((text) => HEX.test(text)) ?? '#0f6b5c'
  return (
    <span className="color">
      <input
        aria-label="Pick the accent"
        type="color"
        value={shown}
        onChange={(e) => onChange(e.target.value)}
      />
      <input
        aria-describedby={describedBy}
        id={id}
        placeholder={fallback}
        type="text"
        value={toFieldText(value)}
        onChange={(e) => onChange(e.target.value)}
      />
    </span>
  )
}

function PictureInput({ id, describedBy, onChange }: InputProps) {
  const read = (file?: File) => {
    if (!file) return
    const reader = new FileReader()
    reader.addEventListener('load', () => onChange(reader.result))
    reader.readAsDataURL(file)
  }
  return (
    <input
      accept="image/png,image/jpeg,image/webp,image/gif"
      aria-describedby={describedBy}
      id={id}
      type="file"
      onChange={(e) => read(e.target.files?.[0])}
    />
  )
}

/** Lists have one item per line; nested values are JSON. */
function DataInput({ option, id, describedBy, value, fallback, onChange }: InputProps) {
  const isList = option.type.endsWith('[]')
  const [text, setText] = useState(() => toLines(value))
  // The value was reset or replaced.
  const shown = value === undefined ? '' : text
  const change = (next: string) => {
    setText(next)
    onChange(next.trim() === '' ? undefined : readLines(next, isList))
  }
  return (
    <textarea
      aria-describedby={describedBy}
      id={id}
      placeholder={isList ? fallback.replaceAll(' | ', '\n') : '{ "key": "text" }'}
      rows={3}
      value={shown}
      onChange={(e) => change(e.target.value)}
    />
  )
}

const toLines = (value: unknown): string =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? value.join('\n')
    : value === undefined
      ? ''
      : JSON.stringify(value, null, 2)

/** Text that does not parse is passed to the chat unchanged, whose error names the expected form. */
function readLines(text: string, isList: boolean): unknown {
  if (isList && !text.trim().startsWith('[')) return text.split('\n').filter((line) => line.trim())
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A doc comment's text with its backticks rendered as code. */
const withCode = (text: string): ReactNode =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))
