import { useEffect, useEffectEvent } from 'react'

/** Undoes one thing; false if this press is for another layer. */
export type EscapeLayer = (event: KeyboardEvent) => boolean | void

/** Safari ends a composition before it reports the key, and leaves only this code as a trace. */
const IME_KEY_CODE = 229

const layers: EscapeLayer[] = []

/**
 * Adds a layer on top, which alone gets the next Escape, wherever the focus is. An open input method keeps its key.
 * Returns the function that removes the layer.
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

/** While mounted and enabled, this layer handles Escape; the latest layer is asked first. */
export function useEscapeLayer(layer: EscapeLayer, isEnabled = true): void {
  const handleEscape = useEffectEvent(layer)
  useEffect(() => {
    if (isEnabled) return addEscapeLayer((event) => handleEscape(event))
  }, [isEnabled])
}
