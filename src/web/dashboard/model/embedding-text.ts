/** The domains in a text with one a line, or with commas between. */
export const domainsIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter((domain) => domain !== '')

/** What a site needs to show a dashboard: the published client, its call, and where its token comes from. */
export const embeddingCode = (origin: string, uuid: string): string =>
  [
    "import { embedDashboard } from '@superset-ui/embedded-sdk'",
    '',
    'embedDashboard({',
    `  id: '${uuid}',`,
    `  supersetDomain: '${origin}',`,
    "  mountPoint: document.getElementById('dashboard'),",
    '  // Your server asks POST /api/v1/security/guest_token/ and passes the token on.',
    "  fetchGuestToken: () => fetch('/guest-token').then((answer) => answer.text()),",
    '})',
  ].join('\n')
