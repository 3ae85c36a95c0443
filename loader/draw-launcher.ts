/** Brings the launcher in line with the panel and the frame: what it does, and what waits behind it. */
export function drawLauncher(
  launcher: Element,
  isOpen: boolean,
  unread: number,
  isRunning: boolean,
): void {
  launcher.className = isOpen ? '' : unread ? 'unread' : isRunning ? 'answering' : ''
  launcher.setAttribute('aria-expanded', String(isOpen))
  const news = unread ? ', new answer' : isRunning ? ', answering' : ''
  launcher.setAttribute('aria-label', isOpen ? 'Close chat' : 'Open chat' + news)
}
