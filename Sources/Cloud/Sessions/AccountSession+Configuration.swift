public import Core

extension AccountSession {
    /// The account of an ``AccountSession``, and what comes from outside.
    public struct Configuration: Sendable {
        /// The account whose credentials are kept; `nil`, the default, for the one account of the site.
        package var account: AccountKey?
        /// A refresh token from outside the app, such as from the environment; `nil`, the default, for none.
        ///
        /// It is used once, unless what is stored descends from it: then that is newer. Another one than before
        /// replaces what is stored.
        package var refreshToken: Secret?
        /// The clock; the registered one by default, else the system's.
        package var time: any TimeProvider
        /// The recorder of failed requests for tokens; the registered one by default, else none.
        package var activity: any ActivityRecorder

        /// The source of the sign-in page's state.
        ///
        /// It must not be guessed, so unlike elsewhere the default is the system's generator, whatever is registered.
        package var random: any RandomSource = SystemRandomSource()
        /// Called after each change of the session's state and person, in no actor.
        package var onChange: @Sendable () -> Void = {}

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - account: The account whose credentials are kept; the one account of the site by default.
        ///   - time: The clock; the registered one by default, else the system's.
        ///   - activity: The recorder of failed requests for tokens; the registered one by default, else none.
        public init(
            account: AccountKey? = nil, time: any TimeProvider = Dependency.clock,
            activity: any ActivityRecorder = Dependency.resolve(
                (any ActivityRecorder).self, default: DiscardingActivityRecorder())
        ) {
            self.account = account
            self.time = time
            self.activity = activity
        }
    }
}
