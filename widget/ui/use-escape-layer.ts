import { useEffect, useEffectEvent } from 'react'
import { addEscapeLayer } from './escape-layers.ts'
import type { EscapeLayer } from './escape-layers.ts'

/** While mounted and enabled, an Escape is this layer's; the one that came last is asked first. */
export function useEscapeLayer(layer: EscapeLayer, isEnabled = true): void {
  const handleEscape = useEffectEvent(layer)
  useEffect(() => {
    if (isEnabled) return addEscapeLayer((event) => handleEscape(event))
  }, [isEnabled])
}
