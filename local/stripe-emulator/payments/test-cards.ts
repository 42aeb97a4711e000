/** How a test card or bank account behaves. */
export type TestBehaviour =
  | 'good'
  /** 3-D Secure once, when the card is set up or first used. */
  | 'authenticate_once'
  /** 3-D Secure at every payment. */
  | 'authenticate_always'
  /** Asks for 3-D Secure and is declined after it. */
  | 'authenticate_then_decline'
  /** Is set up without complaint and fails when charged. */
  | 'fails_later'
  /** Is charged, and disputed at once. */
  | keyof typeof DISPUTED
  /** Issued outside the United States. */
  | 'foreign'
  | keyof typeof DECLINES
  | keyof typeof BANK_FAILURES;

/** Payments that are disputed: https://docs.stripe.com/testing#disputes */
export const DISPUTED = {
  disputed: { reason: 'fraudulent' },
  disputed_not_received: { reason: 'product_not_received' },
  inquiry: { reason: 'general', inquiry: true },
  bank_disputed: { reason: 'insufficient_funds' },
} as const;

/** Declines by their decline code, as Stripe words them: https://docs.stripe.com/declines/codes */
export const DECLINES = {
  generic_decline: { code: 'card_declined', message: 'Your card was declined.' },
  insufficient_funds: { code: 'card_declined', message: 'Your card has insufficient funds.' },
  lost_card: { code: 'card_declined', message: 'Your card was declined.' },
  stolen_card: { code: 'card_declined', message: 'Your card was declined.' },
  fraudulent: { code: 'card_declined', message: 'Your card was declined.' },
  test_mode_live_card: {
    code: 'card_declined',
    message: 'Your card was declined. Your request was in test mode, but used a non test (live) card.',
  },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
} as const;

/** Bank debits that come back: https://docs.stripe.com/payments/ach-direct-debit#test-account-numbers */
export const BANK_FAILURES = {
  bank_insufficient_funds: {
    code: 'insufficient_funds',
    message: "The customer's account has insufficient funds to cover this payment.",
  },
  bank_account_closed: { code: 'account_closed', message: "The customer's bank account has been closed." },
  bank_no_account: { code: 'no_account', message: "The customer's bank account could not be located." },
  bank_not_authorized: {
    code: 'debit_not_authorized',
    message: 'The customer has notified their bank that this payment was unauthorized.',
  },
} as const;

/** The published test cards: https://docs.stripe.com/testing */
export const CARDS: Record<string, TestBehaviour> = {
  '4242424242424242': 'good',
  '4000056655665556': 'good',
  '5555555555554444': 'good',
  '5200828282828210': 'good',
  '378282246310005': 'good',
  '6011111111111117': 'good',
  '4000002500003155': 'authenticate_once',
  '4000002760003184': 'authenticate_always',
  '4000000000003220': 'authenticate_always',
  '4000000000003063': 'authenticate_always',
  '4000008400001629': 'authenticate_then_decline',
  '4000000000000341': 'fails_later',
  '4000000000000259': 'disputed',
  '4000000000002685': 'disputed_not_received',
  '4000000000001976': 'inquiry',
  '4000000760000002': 'foreign',
  '4000000000000002': 'generic_decline',
  '4000000000009995': 'insufficient_funds',
  '4000000000009987': 'lost_card',
  '4000000000009979': 'stolen_card',
  '4100000000000019': 'fraudulent',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'processing_error',
};

/** Payment methods that exist without being made: https://docs.stripe.com/testing?testing-method=payment-methods */
export const TEST_PAYMENT_METHODS: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
};

export const ROUTING_NUMBER = '110000000';

export const BANK_ACCOUNTS: Record<string, TestBehaviour> = {
  '000123456789': 'good',
  '000111111113': 'bank_account_closed',
  '000111111116': 'bank_no_account',
  '000555555559': 'bank_disputed',
  '000222222227': 'bank_insufficient_funds',
  '000333333335': 'bank_not_authorized',
};

const BRANDS: [pattern: RegExp, code: string][] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|2[2-7])/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^6/, 'discover'],
];

export const brandOf = (number: string): string => BRANDS.find(([pattern]) => pattern.test(number))?.[1] ?? 'unknown';
