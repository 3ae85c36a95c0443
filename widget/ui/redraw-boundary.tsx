import { Component, type ReactNode } from 'react'

/** Redraws within the window; more would be a fault of the frame itself. */
const REDRAWS_MAX = 3
const WINDOW_MS = 10_000

interface RedrawBoundaryProps {
  children: ReactNode
}

interface RedrawBoundaryState {
  readonly error: unknown
}

/**
 * Redraws its children after React could not find one of its elements: a translator or an extension has moved or
 * removed it. Other errors propagate.
 */
export class RedrawBoundary extends Component<RedrawBoundaryProps, RedrawBoundaryState> {
  override state: RedrawBoundaryState = { error: null }
  private redrawnAt: readonly number[] = []

  static getDerivedStateFromError(error: unknown): RedrawBoundaryState {
    return { error }
  }

  private canRedraw(): boolean {
    const isTouched = this.state.error instanceof DOMException
    const recent = this.redrawnAt.filter((at) => performance.now() - at < WINDOW_MS)
    return isTouched && recent.length < REDRAWS_MAX
  }

  override componentDidCatch(): void {
    this.redrawnAt = [...this.redrawnAt, performance.now()].slice(-REDRAWS_MAX)
    this.setState({ error: null })
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    if (!this.canRedraw()) throw this.state.error
    // Draws nothing for one commit, which removes changed elements with everything around them.
    return null
  }
}
