import type { Diagnosis, Finding } from '../diagnosis.ts'
import { adoptCss, createElement, ofDocument } from '../own-document.ts'
import type { HostPage } from '../panel/host-page.ts'
import { createCopyButton } from './copy-button.ts'
import OVERLAY_CSS from './overlay.css?inline'
import type { Watch } from './watch.ts'

/** Number of the latest messages shown; a report has more. */
export const MESSAGES_SHOWN = 12
/** Interval at which sizes and focus are read while the box is open. */
const LOOK_MS = 1_000

/**
 * A box in the corner across from the launcher: state of the chat, problems, and messages between page and
 * frame.
 */
export function createOverlay(page: HostPage, watch: Watch, diagnose: () => Diagnosis): void {
  const { root, iframe, given, signal } = page
  // The text is left-to-right; the box is across from the launcher in either direction of the page.
  const summary = createElement('summary', { dir: 'ltr' })
  const body = createElement('div', {
    class: 'body',
    dir: 'ltr',
    tabindex: '0',
    role: 'group',
    'aria-label': 'Alcove debug',
  })
  const copy = createCopyButton(diagnose)
  const box = createElement('details', { id: 'debug', lang: 'en' }, [summary, copy, body])
  const setCss = adoptCss(root.shadowRoot!)
  let isDrawing = false

  function draw() {
    const { zIndex, position } = given.read
    const side = position.endsWith('end') ? 'start' : 'end'
    setCss(`${OVERLAY_CSS} #debug { z-index: ${zIndex}; inset-inline-${side}: 8px; }`)
    const diagnosis = diagnose()
    const problems = diagnosis.findings.filter(({ isGood }) => !isGood)
    const { status, open } = diagnosis.state
    summary.textContent = `Alcove: ${status}${open ? ', open' : ''}, ${countProblems(problems.length)}`
    if (!(box as HTMLDetailsElement).open) return
    const { width, height, x, y } = iframe.getBoundingClientRect()
    body.replaceChildren(
      ...createPart('Findings', diagnosis.findings.map(describeFinding)),
      ...createPart('Now', [
        `version ${diagnosis.versions.loader}, frame ${diagnosis.versions.frame ?? 'not there'}`,
        `frame ${[width, height].map(Math.round).join(' × ')} at ${[x, y].map(Math.round).join(', ')}`,
        `focus: ${describeFocus(page)}`,
        `state: ${JSON.stringify(diagnosis.state)}`,
      ]),
      ...createPart('Times, ms', [
        JSON.stringify(diagnosis.metrics.times),
        ...diagnosis.metrics.files.map(
          ({ path, at, ms, bytes }) =>
            `${path}: at ${at}, ${ms}${bytes === null ? '' : `, ${bytes} B`}`,
        ),
      ]),
      ...createPart(
        'Announced',
        diagnosis.announcements.map(({ at, text }) => `${toTime(at)} ${text}`),
      ),
      ...createPart(
        'Crossed',
        diagnosis.messages
          .slice(-MESSAGES_SHOWN)
          .map(
            ({ at, to, name, kind, characters }) =>
              `${toTime(at)} to ${to}: ${kind} ${name}, ${characters}`,
          ),
      ),
    )
  }

  function drawSoon() {
    if (isDrawing || signal.aborted) return
    isDrawing = true
    requestAnimationFrame(() => {
      isDrawing = false
      draw()
    })
  }

  watch.onChange = drawSoon
  box.addEventListener('toggle', drawSoon)
  const timer = setInterval(() => (box as HTMLDetailsElement).open && drawSoon(), LOOK_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
  draw()
  root.shadowRoot!.append(box)
}

const countProblems = (count: number) =>
  count === 0 ? 'no problem' : count === 1 ? '1 problem' : `${count} problems`

const describeFinding = ({ isGood, text, remedy }: Finding) =>
  isGood ? `✓ ${text}` : `✗ ${text} ${remedy ?? ''}`

const createPart = (name: string, lines: readonly string[]): readonly Element[] =>
  lines.length === 0
    ? []
    : [createElement('b', {}, [name]), ...lines.map((line) => createElement('p', {}, [line]))]

const toTime = (at: number) => new Date(at).toISOString().slice(11, 23)

function describeFocus({ root, iframe }: HostPage): string {
  const focus = ofDocument('activeElement')
  if (focus === iframe) return 'the frame'
  if (focus === root) return 'the chat, outside of its frame'
  return focus ? `the page, <${focus.localName}${focus.id && ` id="${focus.id}"`}>` : 'nothing'
}
