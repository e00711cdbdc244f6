import { OutsideLink } from './text-link.tsx';
import { rich } from '../words/t.ts';

export function ContactLines({ email, phone }: { email: string; phone?: string | undefined }) {
  return (
    <p>
      {rich('ui.contactLines.email', 'Email: <link>{email}</link>', {
        email,
        link: (words) => <OutsideLink href={`mailto:${email}`}>{words}</OutsideLink>,
      })}
      {phone && (
        <span data-if="supportPhone">
          <br />
          {rich('ui.contactLines.phone', 'Phone: <link>{phone}</link>', {
            phone,
            link: (words) => (
              // Keeps the parts of a phone number in order in a right-to-left text.
              <OutsideLink href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
                <bdi dir="ltr">{words}</bdi>
              </OutsideLink>
            ),
          })}
        </span>
      )}
    </p>
  );
}
