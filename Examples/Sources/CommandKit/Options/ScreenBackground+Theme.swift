package import Core
package import ScreenKit

extension ScreenBackground {
    /// The background that colours are chosen for: as the setting says, or else the terminal.
    ///
    /// - Parameters:
    ///   - theme: The setting; nil where there is none.
    ///   - terminal: What the terminal has said.
    package init(_ theme: InterfaceTheme?, _ terminal: ScreenBackground) {
        switch theme {
        case .light: self = .light
        case .dark: self = .dark
        case .system, nil: self = terminal
        }
    }
}
