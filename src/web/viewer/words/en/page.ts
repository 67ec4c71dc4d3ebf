// The English words of page/.
export const page = {
  title: 'Earshot',
  theme: 'Theme',
  shortcuts: 'Keyboard shortcuts',
  shortcutsOn: 'Keyboard shortcuts are on',
  close: 'Close',
  back: 'Back',
  more: 'More',
  actions: 'Actions',
  filter: 'Filter',
  rules: 'Rules',
  messages: 'Messages',
  copied: 'Copied',
  notCopied: 'The browser did not allow copying',
  notLoaded: 'Loading failed. Is the service running? Try again.',
  badSession: 'The session id in the address must have 15 characters. This is a new session.'
}
