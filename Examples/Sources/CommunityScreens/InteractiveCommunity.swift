import AppScreens
import Community
import Core
package import ScreenKit

/// The interactive community: where somebody is signed in the home screen, else the way to sign in; other screens lie
/// above it.
@MainActor
package final class InteractiveCommunity {
    private let context: CommunityContext

    /// Creates the community, and starts nothing.
    ///
    /// - Parameter context: What all screens share.
    package init(_ context: CommunityContext) {
        self.context = context
    }

    /// Shows the community until somebody or something ends it.
    ///
    /// - Parameter loop: Makes the loop that shows the screens.
    /// - Returns: The reason for the end.
    /// - Throws: The terminal's error.
    package func run(in loop: (any ScreenProgram) -> ScreenLoop) async throws -> ScreenEnd {
        let launch = LaunchViewModel()
        await launch.load()
        let first = launch.state.value.destination
        let stack = ScreenStack(context, screen(for: first, launch))
        var shown = first
        let token = launch.state.observe { [weak self, weak stack] state in
            // The end of a session leads to the beginning, whichever screen met it.
            guard let self, state.destination != shown, state.destination != .none else { return }
            shown = state.destination
            stack?.begin(screen(for: shown, launch))
        }
        defer { withExtendedLifetime(token) {} }
        return try await stack.run(in: loop(stack))
    }

    private func screen(
        for destination: LaunchViewModel.Destination, _ launch: LaunchViewModel
    ) -> any AppScreen<CommunityAction> {
        destination == .main ? PostListScreen.home(context) : StartScreen(context, launch)
    }
}
