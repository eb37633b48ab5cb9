import ArgumentParser
import DemoServer
import Foundation
import ServerKit

@main
struct DemoServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo-server",
        abstract: "Serves a small demo site on 127.0.0.1, in Reddit's and Lemmy's dialects, until it is interrupted.",
        discussion: """
            Prints one line on standard output: 'listening on' and the address. While it runs, POST /demo/faults with \
            {"fault": "status:503", "path": "/r/", "dialect": "json", "times": 2} orders a fault, and DELETE \
            /demo/faults takes all of them back; so do the header X-Demo-Fault and the query item demo_fault for one \
            request. 'only' names requests by what they ask for: writes, reads, or an act such as vote. GET \
            /demo/state tells what people have written and marked. The client for tokens is 'lantern-demo' with no \
            secret, its refresh token 'lantern-demo-refresh-token', and 'lantern-demo-refresh-token-ann' for the \
            account ann; so there are ben and cleo. Every password is 'lantern', and cleo's second factor 246810.
            """)

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port: UInt16 = 0

    @Option(help: "The seed of the generated site; the same seed gives the same site.")
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "Keep what people write in this file, and go on from there; without it, it is forgotten.",
            valueName: "file"))
    var keep: String?

    @OptionGroup(title: "Faults")
    var faults: FaultOptions

    @OptionGroup(title: "Limits")
    var limits: LimitOptions

    func run() async throws {
        // From here on a signal ends the program in order, even one that comes while it starts.
        let signals = TerminationSignals()
        var configuration = DemoServer.Configuration(port: port, seed: seed)
        configuration.allowsControl = true
        limits.apply(to: &configuration)
        faults.apply(to: &configuration)
        let server: DemoServer
        if let keep {
            server = try DemoServer(configuration: configuration, keepFile: URL(filePath: keep))
        } else {
            server = DemoServer(configuration: configuration)
        }
        faults.apply(to: server)
        let url = try await server.start()
        try FileHandle.standardOutput.write(contentsOf: Data("listening on \(url.absoluteString)\n".utf8))
        await signals.first()
        await server.stop()
    }
}
