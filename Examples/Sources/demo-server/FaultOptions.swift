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

    @Option(help: ArgumentHelp("For how many requests; without it, for all.", valueName: "count"))
    var faultTimes: Int?

    func validate() throws {
        guard fault != nil || (faultPath == "/" && faultDialect == nil && faultTimes == nil) else {
            throw ValidationError("'--fault-path', '--fault-dialect' and '--fault-times' go with '--fault'.")
        }
        guard faultPath.hasPrefix("/") else { throw ValidationError("'--fault-path' begins with '/', as paths do.") }
        if let faultTimes, faultTimes < 1 { throw ValidationError("'--fault-times' is 1 or more.") }
    }

    func apply(to server: DemoServer) {
        guard let fault else { return }
        server.setFault(fault, forPath: faultPath, dialect: faultDialect, times: faultTimes)
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
