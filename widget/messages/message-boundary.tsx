import { Component, type ReactNode } from 'react'
import { messageText, type Message, type MessageStatus } from '../../shared/thread/message.ts'

export interface MessageBoundaryProps {
  message: Message
  /** Says that this is a fallback. */
  note: string
  children: ReactNode
}

interface MessageBoundaryState {
  readonly isBroken: boolean
  readonly status: MessageStatus | undefined
}

/** A message that cannot be drawn costs its look, not the panel: its text is shown as it is. */
export class MessageBoundary extends Component<MessageBoundaryProps, MessageBoundaryState> {
  override state: MessageBoundaryState = { isBroken: false, status: undefined }

  static getDerivedStateFromError(): Partial<MessageBoundaryState> {
    return { isBroken: true }
  }

  /** Another status may come with content that can be drawn; another token is not worth a try. */
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
