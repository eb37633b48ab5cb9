public import ArgumentParser
public import DemoServer

/// The faults from the start.
struct FaultOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The fault.", discussion: DemoFault.words, valueName: "fault"))
    var fault: DemoFault?

    @Option(help: ArgumentHelp("For which paths: all that begin so.", valueName: "prefix"))
    var faultPath = "/"

    @Option(help: ArgumentHelp("For which dialect only.", valueName: "dialect"))
    var faultDialect: DemoDialect?

    @Option(
        help: ArgumentHelp(
            "For which requests only, by what they ask for.", discussion: DemoTarget.words, valueName: "kind"))
    var faultOnly: DemoTarget?

    @Option(help: ArgumentHelp("For how many requests; without it, for all.", valueName: "count"))
    var faultTimes: Int?

    @Option(help: ArgumentHelp("How far lists are behind what people write, up to 60.", valueName: "seconds"))
    var stale = 0.0

    func validate() throws {
        guard fault != nil || (faultPath == "/" && faultDialect == nil && faultOnly == nil && faultTimes == nil) else {
            throw ValidationError(
                "'--fault-path', '--fault-dialect', '--fault-only' and '--fault-times' go with '--fault'.")
        }
        guard (0...60).contains(stale) else { throw ValidationError("'--stale' is 0 to 60.") }
        guard faultPath.hasPrefix("/") else { throw ValidationError("'--fault-path' begins with '/', as paths do.") }
        if let faultTimes, faultTimes < 1 { throw ValidationError("'--fault-times' is 1 or more.") }
    }

    func apply(to server: DemoServer) {
        guard let fault else { return }
        server.setFault(fault, forPath: faultPath, dialect: faultDialect, only: faultOnly, times: faultTimes)
    }

    func apply(to configuration: inout DemoServer.Configuration) {
        configuration.staleness = .seconds(stale)
    }
}

extension DemoFault: ExpressibleByArgument {
    /// The fault that an option names.
    ///
    /// - Parameter argument: One of ``DemoFault/words``.
    public init?(argument: String) {
        self.init(argument)
    }
}

extension DemoDialect: ExpressibleByArgument {}

extension DemoTarget: ExpressibleByArgument {
    /// The requests that an option names.
    ///
    /// - Parameter argument: One of ``DemoTarget/words``.
    public init?(argument: String) {
        self.init(argument)
    }
}
