import { OutsideLink } from './text-link.tsx';

/** How to reach support. */
export function ContactLines({ email, phone }: { email: string; phone: string }) {
  return (
    <p>
      Email: <OutsideLink href={`mailto:${email}`}>{email}</OutsideLink>
      <br />
      Phone: <OutsideLink href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</OutsideLink>
    </p>
  );
}
