import { Text } from '@react-email/components';
import { MailFrame, Paragraph, renderBodies } from './frame.tsx';

/** Names neither person nor HOA: whoever typed the address may be a stranger to its owner. */
export const signupCodeMail = async (code: string) => ({
  subject: `${code} is your Porchlight code`,
  ...(await renderBodies(<SignupCodeMail code={code} />)),
});

const SignupCodeMail = ({ code }: { code: string }) => (
  <MailFrame kind="Your new HOA" title="Confirm your email address" preview={`Your code is ${code}`}>
    <Paragraph>Enter this code on the signup page. It is valid for one hour.</Paragraph>
    <Text style={{ margin: '0 0 14px', fontSize: 30, lineHeight: '1.3', fontWeight: 600, letterSpacing: 6 }}>
      {code}
    </Text>
    <Paragraph>
      On another device, choose the same plan and enter the same email and password to continue where you left off. If
      you did not sign up, you can ignore this email and nothing will happen.
    </Paragraph>
  </MailFrame>
);
