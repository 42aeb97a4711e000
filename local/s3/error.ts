const STATUS = {
  AccessDenied: 403,
  AccessForbidden: 403,
  AuthorizationHeaderMalformed: 400,
  AuthorizationQueryParametersError: 400,
  BadDigest: 400,
  EntityTooLarge: 400,
  IncompleteBody: 400,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidRange: 416,
  InternalError: 500,
  KeyTooLongError: 400,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  NoSuchBucket: 404,
  NoSuchConfiguration: 404,
  NoSuchKey: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  XAmzContentSHA256Mismatch: 400,
};

export class S3Error extends Error {
  readonly code: keyof typeof STATUS;
  readonly details: Record<string, string>;
  constructor(code: keyof typeof STATUS, message: string, details: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return STATUS[this.code];
  }

  xml(): string {
    return xml('Error', { Code: this.code, Message: this.message, ...this.details });
  }
}

export const xml = (root: string, texts: Record<string, string>): string => {
  const inside = Object.entries(texts).map(([name, text]) => `<${name}>${escaped(text)}</${name}>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${inside.join('')}</${root}>`;
};

export const escaped = (text: string) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
