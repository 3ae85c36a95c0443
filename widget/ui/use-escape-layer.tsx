import { useEffect, useEffectEvent } from 'react'

/** Takes one thing back; false when this press is not its own. */
export type EscapeLayer = (event: KeyboardEvent) => boolean | void

/** Safari ends a composition before it reports the key, and leaves only this code as a trace. */
const IME_KEY_CODE = 229

const layers: EscapeLayer[] = []

/**
 * Puts a layer on top: the next Escape is its own, wherever the focus is, and nobody else's. An
 * input method that is open keeps its key. Returns the way back.
 */
export function addEscapeLayer(layer: EscapeLayer): () => void {
  if (layers.length === 0) document.addEventListener('keydown', handleKeyDown, { capture: true })
  layers.push(layer)
  return () => {
    const index = layers.lastIndexOf(layer)
    if (index >= 0) layers.splice(index, 1)
    if (layers.length === 0) {
      document.removeEventListener('keydown', handleKeyDown, { capture: true })
    }
  }
}

function handleKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || event.keyCode === IME_KEY_CODE) return
  for (let index = layers.length - 1; index >= 0; index--) {
    if (layers[index]?.(event) === false) continue
    event.stopPropagation()
    event.preventDefault()
    return
  }
}

/** While mounted and enabled, an Escape is this layer's; the one that came last is asked first. */
export function useEscapeLayer(layer: EscapeLayer, isEnabled = true): void {
  const handleEscape = useEffectEvent(layer)
  useEffect(() => {
    if (isEnabled) return addEscapeLayer((event) => handleEscape(event))
  }, [isEnabled])
}
