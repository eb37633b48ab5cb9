import ArgumentParser
import DemoServer
import Foundation

@main
struct DemoServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo-server",
        abstract: "Serves a small Reddit-shaped demo site on 127.0.0.1 until it is interrupted.",
        discussion: "Prints one line on standard output: 'listening on' and the address.")

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port: UInt16 = 0

    @Option(help: "What the site is generated from; the same seed gives the same site.")
    var seed: UInt64 = 1

    func run() async throws {
        // From here on a signal ends the program in order, even one that comes while it starts.
        let signals = TerminationSignals()
        let server = DemoServer(configuration: DemoServer.Configuration(port: port, seed: seed))
        let url = try await server.start()
        try FileHandle.standardOutput.write(contentsOf: Data("listening on \(url.absoluteString)\n".utf8))
        await signals.first()
        await server.stop()
    }
}
