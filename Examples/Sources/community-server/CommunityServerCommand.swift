public import ArgumentParser
public import CommunityServer
import Foundation
import ServerKit

@main
struct CommunityServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "community-server",
        abstract: "Serves a small community on 127.0.0.1 until it is interrupted.",
        discussion: """
            Prints one line on standard output: 'listening on' and the address. Ann, ben and cleo are there from the \
            start: ann@lantern.example with the password 'lantern', and so on. While it runs, POST /community/faults \
            with {"fault": "status:503", "path": "/v1/posts", "only": "writes", "times": 2} orders a fault, and DELETE \
            /community/faults takes all of them back; GET /community/state tells what is there; POST /community/say \
            with {"from": ID, "to": ID, "text": "…"} says something for somebody; DELETE \
            /community/tokens?kind=access (or refresh, or sessions) ends tokens.
            """)

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port: UInt16 = 0

    @Option(help: "The key that requests name as SesacKey.")
    var key = CommunityServer.demoKey

    @Option(
        help: ArgumentHelp(
            "Keep what people write in this file, and go on from there; without it, it is forgotten.",
            valueName: "file"))
    var keep: String?

    @Option(help: ArgumentHelp("The time for which an access token is valid.", valueName: "seconds"))
    var accessSeconds = 300

    @Flag(help: "Let only the two of a room join it over the socket, with an access token.")
    var socketToken = false

    @Option(help: ArgumentHelp("A fault from the start.", discussion: CommunityFault.words, valueName: "fault"))
    var fault: CommunityFault?

    @Option(help: ArgumentHelp("For which paths: all that begin so.", valueName: "prefix"))
    var faultPath = "/"

    @Option(
        help: ArgumentHelp(
            "For which requests only, by what they ask for.", discussion: CommunityTarget.words, valueName: "kind"))
    var faultOnly: CommunityTarget?

    @Option(help: ArgumentHelp("For how many requests; without it, for all.", valueName: "count"))
    var faultTimes: Int?

    func validate() throws {
        guard !key.isEmpty, key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ValidationError("'--key' is of visible ASCII characters, as a header's value.")
        }
        guard accessSeconds >= 0 else { throw ValidationError("'--access-seconds' is 0 or more.") }
        guard fault != nil || (faultPath == "/" && faultOnly == nil && faultTimes == nil) else {
            throw ValidationError("'--fault-path', '--fault-only' and '--fault-times' go with '--fault'.")
        }
        guard faultPath.hasPrefix("/") else { throw ValidationError("'--fault-path' begins with '/', as paths do.") }
        if let faultTimes, faultTimes < 1 { throw ValidationError("'--fault-times' is 1 or more.") }
    }

    func run() async throws {
        // From here on a signal ends the program in order, even one that comes while it starts.
        let signals = TerminationSignals()
        var configuration = CommunityServer.Configuration(port: port, key: key)
        configuration.allowsControl = true
        configuration.accessLifetime = .seconds(accessSeconds)
        configuration.socket.wantsToken = socketToken
        let server =
            if let keep {
                try CommunityServer(configuration: configuration, keepFile: URL(filePath: keep))
            } else {
                CommunityServer(configuration: configuration)
            }
        if let fault { server.setFault(fault, forPath: faultPath, only: faultOnly, times: faultTimes) }
        let url = try await server.start()
        try FileHandle.standardOutput.write(contentsOf: Data("listening on \(url.absoluteString)\n".utf8))
        await signals.first()
        await server.stop()
    }
}

extension CommunityFault: ExpressibleByArgument {
    /// The fault that an option names.
    ///
    /// - Parameter argument: One of ``CommunityFault/words``.
    public init?(argument: String) {
        self.init(argument)
    }
}

extension CommunityTarget: ExpressibleByArgument {
    /// The requests that an option names.
    ///
    /// - Parameter argument: One of ``CommunityTarget/words``.
    public init?(argument: String) {
        self.init(argument)
    }
}
