// A button that shows an icon: its title says what it does, its label also to what.

import { Icon, type IconName } from './Icon';

interface IconButtonProps {
  icon: IconName;
  label: string;
  title: string;
  disabled?: boolean;
  press: () => void;
}

export function IconButton({ icon, label, title, disabled = false, press }: IconButtonProps) {
  return (
    <button
      type="button"
      className="quiet"
      aria-label={label}
      title={title}
      disabled={disabled}
      onClick={press}
    >
      <Icon name={icon} />
    </button>
  );
}
