import { useSetAtom, useStore } from 'jotai/react'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { shownConversationAtom } from '../../conversation/atoms/conversations.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { isLocal } from '../use-file-address.tsx'
import { askAddressAtom } from '../atoms/file-address.ts'
import { readKey, type Side } from './gestures.ts'
import { saveImage } from './save-image.ts'
import { useZoom, type Zoom } from './use-zoom.tsx'
import { ViewerBar } from './viewer-bar.tsx'
import { ViewerStage } from './viewer-stage.tsx'
import './viewer.css'
import { panBy, WHOLE, ZOOM_STEP, zoomTo } from './zoom.ts'

export interface ImageViewerProps {
  /** The button of the image to show first. */
  opener: HTMLElement
  onClose: () => void
}

/** An image over the whole chat, with ways to its neighbours. */
export function ImageViewer({ opener, onClose }: ImageViewerProps) {
  const { t } = useI18n()
  const announce = useAnnounce()
  const zoom = useZoom()
  const { buttons, button, index, walk } = useWalk(opener, () => zoom.show(WHOLE))
  const { name, address, fail, ask } = useDrawn(button)
  const sides = createSides(walk)
  const zoomBy = useZoomSteps(zoom)
  useKeys({ zoom, zoomBy, onWalk: sides })
  useLeave(onClose)

  // Announced once at the start. Later the status announces changes.
  const sayPlace = useEffectEvent(() => {
    if (buttons.length > 1) announce(t('branch.placeName', { n: index + 1, count: buttons.length }))
  })
  useEffect(() => sayPlace(), [])
  // A focused button would show its tooltip, which the first Escape would close instead of the viewer.
  const { stage } = zoom
  useLayoutEffect(() => stage.current?.focus(), [stage])

  async function download(): Promise<void> {
    if (address === null || !(await saveImage(document, (await ask()) ?? address, name))) {
      announce(t('attachment.gone', { name }), { channel: 'alert' })
    }
  }

  return (
    <Dialog className="viewer" title={name} closeLabel={t('action.close')} onClose={onClose}>
      {address === null ? (
        <p className="viewer-gone">{t('attachment.gone', { name })}</p>
      ) : (
        <ViewerStage
          zoom={zoom}
          name={name}
          address={address}
          onWalk={sides}
          onError={fail}
          onLeave={onClose}
        />
      )}
      <ViewerBar
        name={name}
        index={index}
        count={buttons.length}
        canZoomIn={address !== null && !zoom.isLargest}
        canZoomOut={zoom.view.scale > 1}
        onWalk={walk}
        onZoom={zoomBy}
        onDownload={() => void download()}
      />
    </Dialog>
  )
}

/** Position of the shown image among the images that are drawn now. */
function useWalk(opener: HTMLElement, onWalked: () => void) {
  const [button, setButton] = useState(opener)
  const buttons = buttonsAround(button)
  const index = buttons.indexOf(button)

  function walk(step: 1 | -1): boolean {
    const next = buttons[index + step]
    if (next === undefined) return false
    setButton(next)
    onWalked()
    return true
  }

  // The dialog has given the focus to the opener, which may be out of view.
  const giveFocus = useEffectEvent(() => {
    if (button !== opener && button.isConnected) button.focus()
  })
  useEffect(() => () => giveFocus(), [])

  return { buttons, button, index, walk }
}

/** In right-to-left layouts the next image is on the left. */
function createSides(walk: (step: 1 | -1) => boolean): (side: Side) => boolean {
  const nextSide = document.dir === 'rtl' ? 'left' : 'right'
  return (side) => walk(side === nextSide ? 1 : -1)
}

/** The image of a button. If its address fails, another one is requested once. */
function useDrawn(button: HTMLElement) {
  const askServer = useSetAtom(askAddressAtom)
  const [asked, setAsked] = useState<{ button: HTMLElement; address: string | null } | null>(null)
  const image = button.querySelector('img')
  const drawn = image?.src ?? null
  const isAsked = asked?.button === button
  const address = isAsked ? asked.address : drawn

  /** Signed addresses last some minutes, and the age of this one is unknown. */
  const ask = async (): Promise<string | null> =>
    drawn === null || isLocal(drawn) ? null : askServer({ id: '', url: drawn })

  return {
    name: image?.alt ?? '',
    address,
    ask,
    fail(): void {
      if (isAsked) setAsked({ button, address: null })
      else void ask().then((fresh) => setAsked({ button, address: fresh }))
    },
  }
}

/** Zooms by buttons and keys, and announces the size to screen readers. */
function useZoomSteps({ now, bounds, show }: Zoom): (step: 1 | 0 | -1) => void {
  const { locale } = useI18n()
  const announce = useAnnounce()
  return (step) => {
    const view = now()
    const next = step === 0 ? WHOLE : zoomTo(view, view.scale * ZOOM_STEP ** step, bounds())
    show(next)
    announce(new Intl.NumberFormat(locale, { style: 'percent' }).format(next.scale))
  }
}

interface KeysInput {
  readonly zoom: Zoom
  readonly zoomBy: (step: 1 | 0 | -1) => void
  readonly onWalk: (side: Side) => boolean
}

/** Listens on the whole document: a press on the image leaves the focus on no element. */
function useKeys({ zoom, zoomBy, onWalk }: KeysInput): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const wish = readKey(event, zoom.now().scale > 1)
    if (wish === null || event.defaultPrevented) return
    event.preventDefault()
    if (wish.type === 'zoom') zoomBy(wish.step)
    else if (wish.type === 'pan') zoom.show(panBy(zoom.now(), wish.by, zoom.bounds()))
    else onWalk(wish.side)
  })
  useEffect(() => {
    const keydown = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', keydown)
    return () => document.removeEventListener('keydown', keydown)
  }, [])
}

/** Closes the viewer with its conversation: another one has other images, and perhaps another owner. */
function useLeave(onClose: () => void): void {
  const store = useStore()
  const leave = useEffectEvent(onClose)
  useEffect(() => store.sub(shownConversationAtom, () => leave()), [store])
}

const BUTTONS = 'button[data-image]'
/** An image of the draft does not belong to the conversation yet. */
const AROUND = '[role=log], form'

/** All images in the same conversation or draft, in reading order. */
function buttonsAround(button: HTMLElement): readonly HTMLElement[] {
  const found = [...(button.closest(AROUND)?.querySelectorAll<HTMLElement>(BUTTONS) ?? [])]
  return found.includes(button) ? found : [button]
}
