public import Core

extension OAuthSession {
    /// The account of an ``OAuthSession``, and the tokens that it may use without a sign-in.
    public struct Configuration: Sendable {
        /// The account whose tokens are kept; `nil`, the default, for the one account of the site.
        package var account: AccountKey?
        /// A refresh token from outside the app, such as from the environment; `nil`, the default, for none.
        ///
        /// It is used once, unless what is stored descends from it: then that is newer. Another one than before
        /// replaces what is stored.
        package var refreshToken: Secret?
        /// The grant that the app's own token is requested with while nobody is signed in.
        ///
        /// With `nil`, the default, requests fail with `unauthorized` until somebody signs in.
        package var appOnlyGrant: OAuthGrant?
        /// The clock; the registered one by default, else the system's.
        package var time: any TimeProvider
        /// The recorder of failed requests for tokens; the registered one by default, else none.
        package var activity: any ActivityRecorder

        /// The source of the sign-in page's state.
        ///
        /// It must not be guessed, so unlike elsewhere the default is the system's generator, whatever is registered.
        package var random: any RandomSource = SystemRandomSource()

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - account: The account whose tokens are kept; the one account of the site by default.
        ///   - refreshToken: A refresh token from outside the app; none by default.
        ///   - appOnlyGrant: The grant that the app's own token is requested with while nobody is signed in; none by
        ///     default.
        ///   - time: The clock; the registered one by default, else the system's.
        ///   - activity: The recorder of failed requests for tokens; the registered one by default, else none.
        public init(
            account: AccountKey? = nil, refreshToken: Secret? = nil, appOnlyGrant: OAuthGrant? = nil,
            time: any TimeProvider = Dependency.clock,
            activity: any ActivityRecorder = Dependency.resolve(
                (any ActivityRecorder).self, default: DiscardingActivityRecorder())
        ) {
            self.account = account
            self.refreshToken = refreshToken
            self.appOnlyGrant = appOnlyGrant
            self.time = time
            self.activity = activity
        }

        /// The part that every scheme has.
        var session: AccountSession.Configuration {
            var configuration = AccountSession.Configuration(account: account, time: time, activity: activity)
            configuration.refreshToken = refreshToken
            configuration.random = random
            return configuration
        }
    }
}
