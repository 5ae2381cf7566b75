/** URLs of the pages that mails link to, under the site's own origin. */
export function siteLinks(siteUrl: string) {
  const at = (path: string) => `${siteUrl}${path}`;
  return {
    signup: at('/signup'),
    login: at('/login'),
    documentation: at('/docs'),
    /** The operator, and how to reach them without signing in. */
    company: (language: 'en' | 'fr') => at(language === 'fr' ? '/fr/terms' : '/terms'),
    console: at('/console'),
    /** Deploying a plan that was chosen elsewhere. */
    deploy: ({ planId, region }: { planId: string; region: string }) =>
      at(`/console/deploy?plan=${encodeURIComponent(planId)}&region=${encodeURIComponent(region)}`),
    apiKeys: at('/console/api-keys'),
    agents: at('/console/agents'),
    servers: at('/console/servers'),
    billing: at('/console/billing'),
    addCredits: at('/console/billing/add-credits'),
    paymentMethod: at('/console/billing/payment-methods'),
    budget: at('/console/billing/budget'),
    autoReload: at('/console/billing/auto-reload'),
    security: at('/console/profile/security'),
    approvals: at('/console/approvals'),
    invoices: at('/console/billing/invoices'),
    invoice: (id: string) => at(`/console/billing/invoices/${id}`),
    order: (id: string) => at(`/console/billing/orders/${id}`),
    server: (id: string) => at(`/console/servers/${id}`),
    serverBackups: (id: string) => at(`/console/servers/${id}/backups`),
    serverBilling: (id: string) => at(`/console/servers/${id}/billing`),
    ticket: (id: string) => at(`/console/support/${id}`),
    operatorApprovals: at('/operator/approvals'),
    operatorAccount: (id: string) => at(`/operator/accounts/${id}`),
    operatorTicket: (id: string) => at(`/operator/tickets/${id}`),
    status: (language: 'en' | 'fr') => at(language === 'fr' ? '/fr/status' : '/status'),
    // These two work without a script, and mail programs that unsubscribe post to the second, so their tokens reach the server. Whoever
    // finds one in a log can only subscribe or unsubscribe its reader.
    confirmSubscription: (token: string, language: 'en' | 'fr') => at(`${language === 'fr' ? '/fr' : ''}/status/confirm?token=${token}`),
    stopMail: (token: string, language: 'en' | 'fr') => at(`${language === 'fr' ? '/fr' : ''}/stop-mail?token=${token}`),
    // The token comes after the "#", which a browser does not send, so it appears in no log.
    verifyEmail: (token: string, next?: string) =>
      at(`/verify-email${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}#${token}`),
    resetPassword: (token: string) => at(`/reset-password#${token}`),
    // Anyone at the keyboard can use an open console.
    serialConsole: (token: string) => at(`/serial-console#${token}`),
    invitation: (token: string) => at(`/invitation#${token}`),
  } as const;
}

export type SiteLinks = ReturnType<typeof siteLinks>;
