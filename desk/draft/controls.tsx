import { useState } from 'react'
import { AutoGrowTextarea } from '../../widget/ui/auto-grow-textarea.tsx'
import type { JsonValue } from '../../shared/json.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { useTyped } from './draft-context.tsx'
import type { ControlProps } from './setting-field.tsx'

const shared = ({ id, describedBy, isInvalid }: ControlProps) => ({
  id,
  'aria-describedby': describedBy,
  'aria-invalid': isInvalid || undefined,
})

/** A value as text. Numbers and wrong values are shown as they are. */
const toText = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

/** An empty field says nothing, so that the default applies. */
const orNothing = (text: string): string | undefined => (text === '' ? undefined : text)

export interface LineControlProps extends ControlProps {
  placeholder?: string | undefined
  /** Addresses and names of models run from left to right. Default false. */
  isCode?: boolean
  type?: 'text' | 'url' | 'date'
}

/** A line of text. */
export function LineControl(props: LineControlProps) {
  const { value, set, placeholder, isCode = false, type = 'text' } = props
  return (
    <input
      {...shared(props)}
      className="text-field"
      type={type === 'url' ? 'text' : type}
      inputMode={type === 'url' ? 'url' : undefined}
      dir={isCode || type === 'url' ? 'ltr' : 'auto'}
      spellCheck={isCode || type === 'url' ? false : undefined}
      autoComplete="off"
      placeholder={placeholder}
      value={toText(value)}
      onChange={({ target }) => set(orNothing(target.value))}
    />
  )
}

/** A text of several lines, which grows with it. */
export function TextControl(props: ControlProps & { placeholder?: string; rows?: number }) {
  const { value, set, placeholder, rows = 3 } = props
  return (
    <AutoGrowTextarea
      {...shared(props)}
      className="text-field text-area"
      rows={rows}
      dir="auto"
      placeholder={placeholder}
      value={toText(value)}
      onChange={({ target }) => set(orNothing(target.value))}
    />
  )
}

const NUMBER = /^-?\d{1,15}(?:\.\d{1,6})?$/

/** A number. Other text is kept as it was typed, and the server names the problem. */
export function NumberControl(props: ControlProps & { placeholder?: string | undefined }) {
  const { value, set, placeholder } = props
  const [typed, setTyped] = useTyped(toText(value))
  return (
    <input
      {...shared(props)}
      className="text-field number-field"
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      placeholder={placeholder}
      value={typed}
      onChange={({ target }) => {
        const text = target.value.trim()
        const next = NUMBER.test(text) ? Number(text) : orNothing(text)
        // "1." becomes 1 at the server and stays "1." in the field.
        setTyped(target.value, toText(next))
        set(next)
      }}
    />
  )
}

/** A box to tick. The default needs no entry in the settings. */
export function TickControl(props: ControlProps & { isOnByDefault?: boolean }) {
  const { value, set, isOnByDefault = false } = props
  return (
    <input
      {...shared(props)}
      type="checkbox"
      checked={(value ?? isOnByDefault) === true}
      onChange={({ target }) => set(target.checked === isOnByDefault ? undefined : target.checked)}
    />
  )
}

export interface ChoiceControlProps extends ControlProps {
  choices: readonly { readonly value: JsonValue; readonly label: string }[]
  /** Words of the choice that leaves the default. */
  defaultLabel: string
}

/** A choice of several values. */
export function ChoiceControl(props: ChoiceControlProps) {
  const { value, set, choices, defaultLabel } = props
  const text = toText(value)
  const isKnown = value === undefined || choices.some((choice) => toText(choice.value) === text)
  return (
    <select
      {...shared(props)}
      className="select-field"
      value={text}
      onChange={({ target }) =>
        set(choices.find((choice) => toText(choice.value) === target.value)?.value)
      }
    >
      <option value="">{defaultLabel}</option>
      {!isKnown && <option value={text}>{text}</option>}
      {choices.map((choice) => (
        <option key={toText(choice.value)} value={toText(choice.value)}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}

const HEX = /^#[\da-f]{6}$/i

/** A colour, by the browser's picker or as `#rrggbb`. */
export function ColorControl(props: ControlProps & { fallback: string }) {
  const { t } = useI18n()
  const { value, set, fallback } = props
  const text = toText(value)
  return (
    <span className="color-control">
      <input
        type="color"
        className="color-field"
        aria-label={t('draft.pickColor')}
        value={HEX.test(text) ? text : fallback}
        onChange={({ target }) => set(target.value)}
      />
      <LineControl {...props} isCode placeholder={fallback} />
    </span>
  )
}

/** A list with an entry in each line. */
export function LinesControl(props: ControlProps & { placeholder?: string; isCode?: boolean }) {
  const { value, set, placeholder, isCode = false } = props
  const written = Array.isArray(value) ? value.map(toText).join('\n') : toText(value)
  const [typed, setTyped] = useTyped(written)
  return (
    <AutoGrowTextarea
      {...shared(props)}
      className="text-field text-area"
      rows={2}
      dir={isCode ? 'ltr' : 'auto'}
      spellCheck={isCode ? false : undefined}
      placeholder={placeholder}
      value={typed}
      onChange={({ target }) => {
        const lines = target.value
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '')
        setTyped(target.value, lines.join('\n'))
        set(lines.length === 0 ? undefined : lines)
      }}
    />
  )
}

/** Bytes of a picture; larger ones are refused by the server. */
const PICTURE_MAX_BYTES = 16_384

/** A small picture, kept as a `data:` address. */
export function PictureControl(props: ControlProps) {
  const { t } = useI18n()
  const { value, set } = props
  const [isTooLarge, setIsTooLarge] = useState(false)

  function handleFile(file: File | undefined): void {
    if (!file) return
    setIsTooLarge(file.size > PICTURE_MAX_BYTES)
    if (file.size > PICTURE_MAX_BYTES) return
    const reader = new FileReader()
    reader.addEventListener('load', () => set(reader.result as string))
    reader.readAsDataURL(file)
  }

  return (
    <span className="picture-control">
      {typeof value === 'string' && (
        <img className="value-picture" src={value} alt={t('value.picture')} />
      )}
      <input
        {...shared(props)}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        onChange={({ target }) => handleFile(target.files?.[0])}
      />
      {value !== undefined && (
        <button type="button" className="quiet-button" onClick={() => set(undefined)}>
          {t('draft.noPicture')}
        </button>
      )}
      {isTooLarge && (
        <span className="field-error" role="alert">
          {t('draft.pictureTooLarge')}
        </span>
      )}
    </span>
  )
}
