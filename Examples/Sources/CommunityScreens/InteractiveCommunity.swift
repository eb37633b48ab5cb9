import AppScreens
import Community
import Core
import PostFeatures
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
    package func run(in loop: LoopMaker) async throws -> ScreenEnd {
        let launch = LaunchViewModel()
        let stack = ScreenStack(context, LaunchScreen(context, launch))
        var shown = LaunchViewModel.Destination.none
        let token = launch.state.observe { [weak self, weak stack] state in
            // The end of a session leads to the beginning, whichever screen met it.
            guard let self, state.destination != shown, state.destination != .none else { return }
            shown = state.destination
            // Where the server has ended it, the same person may come back to what is typed.
            if shown == .start, !state.isSessionOver { context.typed.removeAll() }
            stack?.begin(screen(for: shown, launch))
        }
        defer { withExtendedLifetime(token) {} }
        return try await stack.run(in: loop(stack))
    }

    /// The screen until it is known where to go.
    @MainActor
    private final class LaunchScreen: AppScreen {
        private let context: CommunityContext
        private let launch: LaunchViewModel

        init(_ context: CommunityContext, _ launch: LaunchViewModel) {
            (self.context, self.launch) = (context, launch)
        }

        var title: StyledText { StyledText(context.text(.community), .title) }
        var banner: Banner? { launch.state.value.banner }
        var actions: [CommunityAction] { banner == nil ? [] : [.refresh] }

        func start() { context.run { [launch] in await launch.load() } }

        func perform(_ action: CommunityAction) -> ScreenChange<CommunityAction> {
            if action == .refresh { start() }
            return .none
        }

        func draw(in region: ScreenRegion, on screen: inout Screen) {
            screen.draw(StyledText("  " + context.format.text(ListPhrase.loading), .dim), row: 1, in: region)
        }
    }

    private func screen(
        for destination: LaunchViewModel.Destination, _ launch: LaunchViewModel
    ) -> any AppScreen<CommunityAction> {
        destination == .main ? PostListScreen.home(context) : StartScreen(context, launch)
    }
}
