import type { RefObject } from 'react'
import { loadComponent } from '../../ui/load-component.ts'

/** What comes later is given the field, which stays. */
interface FieldProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>
}

/**
 * Fetches what the composer does with files, and what keeps drafts: after the first paint. Without a
 * connection words can still be typed.
 */
export const loadComposerExtras = () =>
  loadComponent<FieldProps>(async () => (await import('./composer-later.ts')).ComposerExtras)
export const loadAttachButton = () =>
  loadComponent<FieldProps>(async () => (await import('./composer-later.ts')).AttachButton)
