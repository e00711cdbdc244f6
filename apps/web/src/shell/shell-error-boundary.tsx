import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

/** After an error, the next navigation shows pages again. */
export function ShellErrorBoundary(props: { children: ReactNode; fallback: ReactNode }) {
  const { key } = useLocation();
  return <Boundary {...props} resetKey={key} />;
}

type BoundaryProps = { children: ReactNode; fallback: ReactNode; resetKey: string };

class Boundary extends Component<BoundaryProps, { brokenKey: string | undefined }> {
  override state = { brokenKey: undefined as string | undefined };

  static getDerivedStateFromProps({ resetKey }: BoundaryProps, state: { brokenKey: string | undefined }) {
    return state.brokenKey !== undefined && state.brokenKey !== resetKey ? { brokenKey: undefined } : null;
  }

  override componentDidCatch(): void {
    this.setState({ brokenKey: this.props.resetKey });
  }

  override render(): ReactNode {
    return this.state.brokenKey === undefined ? this.props.children : this.props.fallback;
  }
}
