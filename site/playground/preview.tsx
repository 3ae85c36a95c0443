import { useCallback, useEffect, useRef, useState } from 'react'
import { leftOut, type Values } from './option-values.ts'
import type { Start } from './start-options.ts'

/** Pixels; the preview is never wider than the page. */
const DEVICES = { Desktop: undefined, Tablet: 768, Phone: 390 } as const
type Device = keyof typeof DEVICES

const EVENTS_SHOWN = 20

interface Told {
  readonly id: number
  readonly event: string
  readonly text: string
}

/** A host page with the live chat in the width of a device, and the events that the page gets. */
export function Preview({ start }: { readonly start: Start }) {
  const [device, setDevice] = useState<Device>('Desktop')
  const [told, setTold] = useState<readonly Told[]>([])
  const frame = useRef<HTMLIFrameElement>(null)
  const shown = useRef<Values>({})
  const latest = useRef(start)
  const width = DEVICES[device]
  // Options that apply only at the start need a reload of the page.
  const tagKey = JSON.stringify([start.path, start.attributes])

  const show = useCallback((next: Start) => {
    const takenBack = leftOut(shown.current, next.live)
    frame.current?.contentWindow?.showChoice?.(JSON.stringify(next), takenBack)
    shown.current = next.live
  }, [])

  useEffect(() => {
    latest.current = start
    show(start)
  }, [start, show])

  useEffect(() => {
    const hear = (said: Event) => {
      const { event, payload } = (said as CustomEvent<{ event: string; payload: unknown }>).detail
      if (event === 'preview') {
        shown.current = {}
        show(latest.current)
      } else {
        setTold((told) => [
          { id: (told[0]?.id ?? 0) + 1, event, text: describe(payload) },
          ...told.slice(0, EVENTS_SHOWN - 1),
        ])
      }
    }
    window.addEventListener('alcove-preview', hear)
    return () => window.removeEventListener('alcove-preview', hear)
  }, [show])

  return (
    <section aria-labelledby="preview-title" className="preview">
      <div className="heading">
        <h2 id="preview-title">Preview</h2>
        <fieldset className="segments">
          <legend className="hidden">Width of the preview</legend>
          {(Object.keys(DEVICES) as Device[]).map((name) => (
            <label key={name}>
              <input
                checked={name === device}
                name="device"
                type="radio"
                onChange={() => setDevice(name)}
              />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <div className="screen">
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of ours, and it shall be any page */}
        <iframe
          key={tagKey}
          ref={frame}
          src="preview.html"
          style={{ width }}
          title="A page with the chat"
        />
      </div>
      <details className="events">
        <summary>
          Events for the page <span className="count">{told.length}</span>
        </summary>
        <ol reversed>
          {told.map(({ id, event, text }) => (
            <li key={id}>
              <code>{event}</code> {text}
            </li>
          ))}
        </ol>
      </details>
    </section>
  )
}

function describe(payload: unknown): string {
  const { code, message, hint } = Object(payload) as Record<string, string | undefined>
  if (message !== undefined) return [code, message, hint].filter(Boolean).join(': ')
  return payload === undefined ? '' : JSON.stringify(payload)
}
