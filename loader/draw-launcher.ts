/** Brings the launcher in line with the panel and the frame: what it does, and what waits behind it. */
export function drawLauncher(
  launcher: Element,
  isOpen: boolean,
  isUnread: boolean,
  isRunning: boolean,
): void {
  launcher.className = isOpen ? '' : isUnread ? 'unread' : isRunning ? 'answering' : ''
  launcher.setAttribute('aria-expanded', String(isOpen))
  const news = isUnread ? ', new answer' : isRunning ? ', answering' : ''
  launcher.setAttribute('aria-label', isOpen ? 'Close chat' : 'Open chat' + news)
}
