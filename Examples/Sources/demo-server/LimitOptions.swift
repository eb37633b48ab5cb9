public import ArgumentParser
public import DemoServer

/// The rate limit and the lifetime of tokens.
struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The number of requests that are answered in a window; without it, all.", valueName: "count")
    )
    var rateLimit: Int?

    @Option(help: ArgumentHelp("The length of a window.", valueName: "seconds"))
    var rateWindow = 600

    @Option(help: "The form in which 429 names the time to wait.")
    var rateAdvice = DemoServer.RateLimit.Advice.seconds

    @Option(help: ArgumentHelp("The time for which an access token is valid.", valueName: "seconds"))
    var tokenLifetime = 3_600

    @Flag(help: "Give a new refresh token with each refresh, and end the one before.")
    var rotateRefreshTokens = false

    @Flag(help: "Ask on the authorization page, and do not redirect straight back.")
    var askForConsent = false

    @Option(
        help: ArgumentHelp(
            "The number of comments of one post of r/askdemo; without it, as many as it was generated with.",
            valueName: "count"))
    var largeThread: Int?

    @Flag(help: "Send ETag and Last-Modified with everything.")
    var validators = false

    func validate() throws {
        if let rateLimit, rateLimit < 0 { throw ValidationError("'--rate-limit' is 0 or more.") }
        if let largeThread, !(0...1_000_000).contains(largeThread) {
            throw ValidationError("'--large-thread' is 0 to 1000000.")
        }
        guard rateWindow >= 1 else { throw ValidationError("'--rate-window' is 1 or more.") }
        guard tokenLifetime >= 0 else { throw ValidationError("'--token-lifetime' is 0 or more.") }
    }

    func apply(to configuration: inout DemoServer.Configuration) {
        if let rateLimit {
            configuration.rateLimit = DemoServer.RateLimit(
                requests: rateLimit, window: .seconds(rateWindow), advice: rateAdvice)
        }
        configuration.largeThread = largeThread
        configuration.authorization.tokenLifetime = .seconds(tokenLifetime)
        configuration.authorization.rotatesRefreshTokens = rotateRefreshTokens
        configuration.authorization.asksForConsent = askForConsent
        configuration.sendsValidators = validators
    }
}

extension DemoServer.RateLimit.Advice: ExpressibleByArgument {}
