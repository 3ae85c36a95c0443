import { Component, type ReactNode } from 'react'
import { messageText, type Message, type MessageStatus } from '../../shared/thread/message.ts'

export interface MessageBoundaryProps {
  message: Message
  /** Tells the reader that this is a fallback. */
  note: string
  children: ReactNode
}

interface MessageBoundaryState {
  readonly isBroken: boolean
  readonly status: MessageStatus | undefined
}

/**
 * A message that cannot be rendered loses its formatting only: its text is shown in plain form, and the panel
 * stays.
 */
export class MessageBoundary extends Component<MessageBoundaryProps, MessageBoundaryState> {
  override state: MessageBoundaryState = { isBroken: false, status: undefined }

  static getDerivedStateFromError(): Partial<MessageBoundaryState> {
    return { isBroken: true }
  }

  /** Another status may come with content that can be rendered; another token is not worth an attempt. */
  static getDerivedStateFromProps(
    { message: { status } }: MessageBoundaryProps,
    before: MessageBoundaryState,
  ): MessageBoundaryState {
    return { status, isBroken: before.isBroken && before.status === status }
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children
    return (
      <div className="raw-message">
        <p className="message-note">{this.props.note}</p>
        <p className="plain-text">{messageText(this.props.message)}</p>
      </div>
    )
  }
}
