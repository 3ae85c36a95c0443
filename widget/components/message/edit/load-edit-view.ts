import type { ComponentType } from 'react'
import type { EditViewProps } from './edit-view.tsx'

/** Fetches the edit view with the first edit. Without it, the edit ends before it began. */
export async function loadEditView(): Promise<{ default: ComponentType<EditViewProps> }> {
  const { EditView } = await import('./edit-view.tsx')
  return { default: EditView }
}
