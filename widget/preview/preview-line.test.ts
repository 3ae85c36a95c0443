import { afterEach, expect, test, vi } from 'vitest'
import type { PreviewState } from '../../shared/wire/frame-config.ts'
import { ENGLISH, type Language } from '../i18n/locale-switch.ts'
import german from '../i18n/locales/de.ts'
import { drawPreviewLine } from './preview-line.ts'

const NOW = new Date(2026, 10, 30, 14, 0).getTime()
const MINUTE_MS = 60_000
const at = (minutes: number) => new Date(NOW + minutes * MINUTE_MS).toISOString()

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** With a day of 24 hours. */
const BRITISH: Language = { ...ENGLISH, tag: 'en-GB' }
const GERMAN: Language = { name: 'de', tag: 'de-AT', catalog: { ...ENGLISH.catalog, ...german } }

function draw(preview: PreviewState) {
  document.body.innerHTML = '<main class="main"></main>'
  const onLeave = vi.fn<() => void>()
  const { translate } = drawPreviewLine({
    document,
    preview,
    language: BRITISH,
    now: () => NOW,
    onLeave,
  })
  return { line: document.querySelector('[role=status]'), onLeave, translate }
}

test.each<[string, PreviewState, string | undefined]>([
  [
    'a draft, until today',
    { state: 'draft', endsAt: at(30), canLeave: true },
    'Preview of the draft, until 14:30Leave the preview',
  ],
  [
    'a draft, until another day',
    { state: 'draft', endsAt: at(1_440), canLeave: true },
    'Preview of the draft, until Tuesday 14:00Leave the preview',
  ],
  ['the desk, beside a draft', { state: 'draft', endsAt: at(30), canLeave: false }, undefined],
  [
    'the desk, without a draft',
    { state: 'published', endsAt: at(30), canLeave: false },
    'There is no draft yet: this is what is published.',
  ],
  [
    'a fault',
    { state: 'fault', endsAt: at(30), canLeave: false, fault: 'look.name: expected a text' },
    'The draft cannot be shown. look.name: expected a text',
  ],
  [
    'a time that is over',
    { state: 'over', canLeave: true },
    'The preview has ended. This is the chat as visitors see it.Close',
  ],
  [
    'a draft that went',
    { state: 'gone', canLeave: true },
    'The draft was published or discarded. This is the chat as visitors see it.Close',
  ],
  [
    'a wrong link',
    { state: 'invalid', canLeave: true },
    'This link to a preview is not valid. This is the chat as visitors see it.Close',
  ],
])('the line of %s', (_, preview, text) => {
  expect(draw(preview).line?.textContent).toBe(text)
})

test('a press of the button leaves', () => {
  const { line, onLeave } = draw({ state: 'draft', endsAt: at(30), canLeave: true })
  line?.querySelector('button')?.click()
  expect(onLeave).toHaveBeenCalledOnce()
})

test('an open preview says when its time is over, not a millisecond early', () => {
  vi.useFakeTimers()
  const { line } = draw({ state: 'draft', endsAt: at(30), canLeave: true })
  vi.advanceTimersByTime(30 * MINUTE_MS - 1)
  expect(line?.textContent).toContain('until 14:30')
  vi.advanceTimersByTime(1)
  expect(line?.textContent).toBe('The preview has ended.Leave the preview')
})

test('the line follows the language of the chat, also once its time is over', () => {
  vi.useFakeTimers()
  const { line, translate } = draw({ state: 'draft', endsAt: at(1_440), canLeave: true })
  translate(GERMAN)
  expect(line?.textContent).toBe('Vorschau des Entwurfs, bis Dienstag, 14:00Vorschau verlassen')
  vi.advanceTimersByTime(1_440 * MINUTE_MS)
  expect(line?.textContent).toBe('Die Vorschau ist beendet.Vorschau verlassen')
  translate(BRITISH)
  expect(line?.textContent).toBe('The preview has ended.Leave the preview')
})
